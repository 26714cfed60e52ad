#!/usr/bin/env python3
"""The command line of Qiyuan in its repository; installed it is called ``qiyuan``."""

from qiyuan_house.command import main

if __name__ == "__main__":
    main()
