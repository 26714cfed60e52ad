"""Payments by way of a payment provider: what a provider is, which ones the settings name, what they tell.

*Provider*: a company that takes money for others; here the class that speaks its language.
*Merchant*: an account with a provider, as the settings name it; its secrets stand there and nowhere else.
*Told*: what a provider has said of a payment, in a message that it has signed.
"""
