"""A month with its year is *tháng 5 năm 2026*."""

YEAR_MONTH_FORMAT = r"F \n\ă\m Y"
