from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0080_contacts_and_photos_of_persons"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="titles_shown",
            field=models.BooleanField(db_default=True, default=True, verbose_name="titles shown with names"),
        ),
    ]
