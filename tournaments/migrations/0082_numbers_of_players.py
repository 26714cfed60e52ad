from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0081_titles_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="wxf_id",
            field=models.CharField(blank=True, default="", max_length=12, verbose_name="WXF number"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="axf_id",
            field=models.CharField(blank=True, default="", max_length=12, verbose_name="AXF number"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="fide_id",
            field=models.CharField(blank=True, default="", max_length=12, verbose_name="FIDE number (ID)"),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="player",
            name="national_id",
            field=models.CharField(blank=True, default="", max_length=20, verbose_name="national number"),
            preserve_default=False,
        ),
    ]
