from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0081_titles_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="wxf_id",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=12, verbose_name="WXF number"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="axf_id",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=12, verbose_name="AXF number"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="fide_id",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=12, verbose_name="FIDE number (ID)"
            ),
        ),
        migrations.AddField(
            model_name="player",
            name="national_id",
            field=models.CharField(
                blank=True, db_default="", default="", max_length=20, verbose_name="national number"
            ),
        ),
    ]
