"""What the site says of itself to whoever runs it: figures for Prometheus, lines of its logs that belong
together, reports of errors, and the state of its parts.

Every process counts for itself (`counted`) and tells its figures to who asks at its own socket (`process`);
one process on each machine asks them all (`machine`, ``manage.py metrics``). What only the database knows is
looked up there (`state`), once for the whole site.
"""
