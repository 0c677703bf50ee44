"""What each operation of MathQA computes, in the notation for people over its arguments a, b, c."""

from __future__ import annotations

from fractions import Fraction

PI = Fraction("3.1416")
"""The value that MathQA's own answers were computed with."""

CONSTANTS = {"pi": PI, "deg_to_rad": PI / 180}
"""Constants that have a name instead of digits."""

VARIADIC = ("gcd", "lcm", "max", "min")
"""Operations that take any number of arguments and have the same name here."""

OPERATIONS = {
    "add": "a + b",
    "subtract": "a - b",
    "multiply": "a * b",
    "divide": "a / b",
    "power": "a ^ b",
    "negate": "-a",
    "inverse": "1 / a",
    "sqrt": "sqrt(a)",
    "log": "log(a)",
    "factorial": "factorial(a)",
    "floor": "floor(a)",
    "round": "round(a)",
    "reminder": "remainder(a, b)",
    "choose": "choose(a, b)",
    "combination": "choose(a, b)",
    "permutation": "permute(a, b)",
    "sine": "sin(a)",
    "cosine": "cos(a)",
    "tangent": "tan(a)",
    "radians_to_degree": "a * 180 / pi",
    "degree_to_radians": "a * pi / 180",
    "sum_consecutive_number": "(a + b) * (b - a + 1) / 2",
    "count_interval": "b - a + 1",
    # plane figures
    "circle_area": "pi * a ^ 2",
    "circumface": "2 * pi * a",
    "circle_arc": "2 * pi * a * b / 360",
    "circle_sector_area": "pi * a ^ 2 * b / 360",
    "semi_circle_perimiter": "pi * a + 2 * a",
    "rectangle_perimeter": "2 * (a + b)",
    "rectangle_area": "a * b",
    "square_perimeter": "4 * a",
    "square_area": "a ^ 2",
    "square_edge_by_perimeter": "a / 4",
    "square_edge_by_area": "sqrt(a)",
    "trapezium_area": "a * (b + c) / 2",
    "quadrilateral_area": "a * (b + c) / 2",
    "rhombus_perimeter": "4 * a",
    "rhombus_area": "a * b / 2",
    "triangle_perimeter": "a + b + c",
    "triangle_area": "a * b / 2",
    "triangle_area_three_edges": "sqrt((a + b + c) * (b + c - a) * (a + c - b) * (a + b - c)) / 4",
    "diagonal": "sqrt(a ^ 2 + b ^ 2)",
    "side_by_diagonal": "sqrt(a ^ 2 - b ^ 2)",
    # solids
    "volume_cone": "pi * a ^ 2 * b / 3",
    "volume_rectangular_prism": "a * b * c",
    "volume_cube": "a ^ 3",
    "volume_sphere": "4 / 3 * pi * a ^ 3",
    "volume_cylinder": "pi * a ^ 2 * b",
    "surface_cone": "pi * a * (a + b)",
    "surface_cylinder": "2 * pi * a * (a + b)",
    "surface_cube": "6 * a ^ 2",
    "surface_rectangular_prism": "2 * (a * b + b * c + a * c)",
    "surface_sphere": "4 * pi * a ^ 2",
    "cube_edge_by_volume": "cbrt(a)",
    # chance and shares
    "union_prob": "a + b - c",
    "negate_prob": "1 - a",
    "percent": "a / 100 * b",
    "from_percent": "a / 100",
    "to_percent": "a * 100",
    "negate_percent": "100 - a",
    # trade: a percentage first, then the price
    "p_after_gain": "(100 + a) / 100 * b",
    "p_after_loss": "(100 - a) / 100 * b",
    "price_after_gain": "(100 + a) / 100 * b",
    "price_after_loss": "(100 - a) / 100 * b",
    "original_price_before_gain": "b * 100 / (100 + a)",
    "original_price_before_loss": "b * 100 / (100 - a)",
    "gain_percent": "(a - b) / b * 100",
    "loss_percent": "(b - a) / b * 100",
    # motion and work; MathQA asks for the boat's own speed under the name stream_speed
    "speed": "a / b",
    "speed_in_still_water": "(a + b) / 2",
    "stream_speed": "(a + b) / 2",
    "speed_ratio_steel_to_stream": "(a + b) / (a - b)",
    "combined_work": "1 / (1 / a + 1 / b)",
    "find_work": "1 / (1 / a - 1 / b)",
}
"""Operation names as the source spells them, each with its formula."""
