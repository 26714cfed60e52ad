"""Keep something whole for long: pages, data and proofs in one zip that opens from disk, signed by the
site.

*kept file*     the zip. *manifest*: which members it has, with a digest of each; what is signed.
*key*           Ed25519, made of the site's secret key: it need not be kept, and every machine has the same.
*fingerprint*   sixteen bytes of the digest of the public key, in groups: short enough for a sheet of paper.
"""
