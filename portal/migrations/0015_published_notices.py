from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from portal.published.pg_listen import create_statements, drop_statements

TABLES = ("portal_page", "portal_rendered")


def notify(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            for statement in create_statements(table):
                schema_editor.execute(statement, params=None)


def be_silent(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        for table in TABLES:
            for statement in drop_statements(table):
                schema_editor.execute(statement, params=None)


class Migration(migrations.Migration):
    dependencies = [("portal", "0014_job_request")]
    operations = [migrations.RunPython(notify, be_silent)]
