"use strict";
// Rows are drawn a page at a time from the JSON of the page; texts become text nodes, never markup.
const data = JSON.parse(document.getElementById("data").textContent);
const PAGE = 25;
const state = new URLSearchParams(location.hash.slice(1));

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function letter(slot) {
  return (slot < 26 ? "" : String.fromCharCode(64 + Math.floor(slot / 26))) + String.fromCharCode(65 + slot % 26);
}

// What fills a quantity's place in a reading: its slots, in gold's letters where the templates are the same.
function quantity(text, index, reading) {
  const slots = (reading.slots || []).filter(([, place]) => place === index).map(([slot]) => slot);
  if (!reading.slots) return make("span", "quantity", text);
  if (!slots.length) return make("span", "quantity unused", text);
  const stroke = reading.other ? "′" : "";
  const shown = make("span", `quantity slot${slots[0] % 8}${reading.other ? " other" : ""}`, text);
  shown.append(make("sub", "", slots.map(slot => letter(slot) + stroke).join(",")));
  return shown;
}

function storyOf(row, reading) {
  const story = make("p", "text");
  row.text.forEach((part, place) => story.append(place % 2 ? quantity(part, (place - 1) / 2, reading) : part));
  return story;
}

function equationOf(row, reading) {
  const shown = make("code");
  reading.equation.forEach((part, place) => {
    if (place % 2 === 0) { shown.append(part); return; }
    const text = row.text[2 * part + 1];
    shown.append(text === undefined ? `q${part}` : quantity(text, part, reading));
  });
  return shown;
}

function facts(row, reading) {
  const found = make("p", "", reading.title + ": ", make("b", "", reading.answer || "no answer"));
  if (reading.equation.length) found.append(" ", equationOf(row, reading));
  return found;
}

function sideOf(row, reading, name) {
  const side = make("section", "side");
  side.append(make("h3", "", name));
  if (!reading) { side.append(make("p", "soft", "This problem was not asked.")); return side; }
  if (reading.verdicts[0] === "correct") side.classList.add("right");
  if (reading.verdicts[0] === "wrong") side.classList.add("wrong");
  side.append(facts(row, { ...reading, title: "Answer" }));
  if (reading.drawn) side.append(storyOf(row, reading));
  data.judges.forEach((judge, place) => {
    if (!reading.verdicts[place]) return;
    const line = make("p", "", `${judge} `, make("span", `verdict ${reading.verdicts[place]}`, words(reading.verdicts[place])));
    if (reading.reasons[place]) line.append(make("span", "soft", ` ${reading.reasons[place]}`));
    side.append(line);
  });
  if (reading.remark) side.append(make("p", "soft", reading.remark));
  if (reading.raw) side.append(make("details", "", make("summary", "", "what the solver wrote"), make("pre", "", reading.raw)));
  return side;
}

function words(verdict) { return verdict.replace("_", " "); }

function cardOf(row) {
  const card = make("article");
  card.append(make("p", "soft", make("b", "", row.id), ...[row.type, row.about].filter(Boolean).map(one => ` · ${one}`)));
  card.append(storyOf(row, row.gold), facts(row, { ...row.gold, title: "Gold" }));
  card.append(make("div", "sides", ...row.said.map((reading, place) => sideOf(row, reading, data.results[place]))));
  return card;
}

// The filters: each has a name in the address, what it may be, and which rows it keeps.
const verdictsOf = (row, judge) => row.said.map(reading => reading ? reading.verdicts[judge] : null);
const distinct = values => new Set(values.filter(Boolean)).size;
const filters = [{
  name: "type", label: "Type", options: [...new Set(data.rows.map(row => row.type).filter(Boolean))].sort(),
  keeps: (row, wanted) => row.type === wanted,
}];
const special = new Map();
if (data.results.length > 1) special.set("results judged differently", row => data.judges.some((_, judge) => distinct(verdictsOf(row, judge)) > 1));
if (data.judges.length > 1) special.set("judges differ", row => row.said.some(reading => reading && distinct(reading.verdicts) > 1));
for (const remark of new Set(data.rows.flatMap(row => row.said.map(reading => reading && reading.remark)).filter(Boolean)))
  special.set(remark, row => row.said.some(reading => reading && reading.remark === remark));
filters.push({ name: "only", label: "Only", options: [...special.keys()], keeps: (row, wanted) => special.get(wanted)(row) });
data.results.forEach((result, side) => data.judges.forEach((judge, place) => filters.push({
  name: `verdict.${side}.${place}`, label: data.results.length > 1 ? `${result}: ${judge}` : judge, show: words,
  options: [...new Set(data.rows.map(row => verdictsOf(row, place)[side]).filter(Boolean))].sort(),
  keeps: (row, wanted) => verdictsOf(row, place)[side] === wanted,
})));

const haystack = row => row.haystack ??= [row.id, row.type, row.text.join(""), row.gold.answer,
  ...row.said.map(reading => reading ? reading.answer : "")].join("\n").toLowerCase();

function chosen() {
  const wanted = (state.get("search") || "").toLowerCase().split(/\s+/).filter(Boolean);
  const active = filters.filter(one => one.options.includes(state.get(one.name)));
  return data.rows.filter(row => wanted.every(word => haystack(row).includes(word))
    && active.every(one => one.keeps(row, state.get(one.name))));
}

const form = document.getElementById("filters"), list = document.getElementById("list");
const count = make("span", "soft"), earlier = make("button", "", "← earlier"), later = make("button", "", "later →");
count.setAttribute("role", "status");
const cards = make("div");
list.append(make("div", "pager", count, earlier, later), cards);

function draw() {
  const rows = chosen(), pages = Math.max(1, Math.ceil(rows.length / PAGE));
  const page = Math.min(Math.max(1, Number(state.get("page")) || 1), pages);
  count.textContent = `${rows.length} of ${data.rows.length} rows, page ${page} of ${pages}`;
  earlier.disabled = page <= 1;
  later.disabled = page >= pages;
  cards.replaceChildren(...rows.slice((page - 1) * PAGE, page * PAGE).map(cardOf));
}

function change(name, value) {
  if (value) state.set(name, value); else state.delete(name);
  if (name !== "page") state.delete("page");
  history.replaceState(null, "", `#${state}`);
  draw();
}

function addControls() {
  const box = make("input");
  box.type = "search";
  box.placeholder = "words of the text, an id, an answer";
  box.value = state.get("search") || "";
  box.addEventListener("input", () => change("search", box.value));
  form.append(make("label", "search", "Search", box));
  for (const filter of filters.filter(one => one.options.length > 1 || (one.name === "only" && one.options.length))) {
    const select = make("select");
    for (const value of ["", ...filter.options]) {
      const option = make("option", "", value ? (filter.show || String)(value) : "any");
      option.value = value;
      select.append(option);
    }
    select.value = filter.options.includes(state.get(filter.name)) ? state.get(filter.name) : "";
    select.addEventListener("change", () => change(filter.name, select.value));
    form.append(make("label", "", filter.label, select));
  }
  form.addEventListener("submit", event => event.preventDefault());
  const turn = step => { change("page", String((Number(state.get("page")) || 1) + step)); form.scrollIntoView(); };
  earlier.addEventListener("click", () => turn(-1));
  later.addEventListener("click", () => turn(1));
}

// Tables are sorted by the column whose head is pressed: by number where every cell begins with one.
function sortBy(table, column, head) {
  const rising = head.getAttribute("aria-sort") !== "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  head.setAttribute("aria-sort", rising ? "ascending" : "descending");
  const rows = [...table.tBodies[0].rows];
  const key = row => row.cells[column].textContent.replace(/^< /, "");
  const numeric = rows.every(row => !key(row) || !Number.isNaN(parseFloat(key(row))));
  rows.sort((one, two) => (rising ? 1 : -1) * (numeric
    ? (parseFloat(key(one)) || 0) - (parseFloat(key(two)) || 0)
    : key(one).localeCompare(key(two), undefined, { numeric: true })));
  table.tBodies[0].append(...rows);
}

for (const table of document.querySelectorAll("table.sortable")) {
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = make("button", "", head.textContent);
    button.type = "button";
    button.addEventListener("click", () => sortBy(table, column, head));
    head.replaceChildren(button);
  });
}
addControls();
draw();
