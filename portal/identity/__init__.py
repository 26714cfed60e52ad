"""Let people sign in elsewhere with an account of this site: OpenID Connect and OAuth 2, by allauth's
provider.

*app*    what signs people in with this site, or acts for them: a row of allauth's ``Client``
*grant*  what a person has allowed an app; while it lives, the app has tokens

The protocol is the library's. Ours is what a hall of several processes needs: keys and device codes in the
database, a page for each of four languages, the scopes of the tables, and that an end is an end everywhere.
"""
