"""Days stand within sentences, after the word *ngày*; a month with its year is *tháng 5 năm 2026*."""

DATE_FORMAT = r"j \t\há\n\g n \nă\m Y"
DATETIME_FORMAT = r"H:i j \t\há\n\g n \nă\m Y"
YEAR_MONTH_FORMAT = r"F \n\ă\m Y"
