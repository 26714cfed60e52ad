from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0055_corrections'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='correction',
            name='person',
        ),
    ]
