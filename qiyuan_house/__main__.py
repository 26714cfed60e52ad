"""``python -m qiyuan_house``: the command ``qiyuan``."""

from qiyuan_house.command import main

main()
