"""Say of the site, to whoever runs it: figures, lines of logs that belong together, errors, and its state.

Every process counts for itself (`counted`) and tells its figures to who asks at its own socket (`process`);
one process on each machine asks them all (`machine`, ``manage.py metrics``). What only the database knows is
looked up there (`state`), once for the whole site.
"""
