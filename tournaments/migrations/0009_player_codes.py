import uuid

from django.db import migrations, models


class Migration(migrations.Migration):
    """Apart from what fills the column: PostgreSQL alters no table whose rows the same transaction changed."""

    dependencies = [
        ('tournaments', '0008_forgetting'),
    ]

    operations = [
        migrations.AlterField(
            model_name='player',
            name='uid',
            field=models.UUIDField(default=uuid.uuid4, editable=False, unique=True),
        ),
    ]
