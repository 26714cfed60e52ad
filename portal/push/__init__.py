"""Notifications on phones and desktops (Web Push: RFC 8030, 8291, 8292): ``docs/guide/notifications.md``.

*device*        a browser that takes notifications: an address at its push service, and the keys for it
*subscription*  what a device follows: a *scope*, as ``section:3`` or ``entry:12``, and its topics
*notice*        something that has happened, by numbers
*message*       one notice for one subscription
*lane*          the messages for one push service, which are sent one batch after the other
"""
