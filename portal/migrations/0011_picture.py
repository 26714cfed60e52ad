
import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('portal', '0010_plain_words'),
    ]

    operations = [
        migrations.CreateModel(
            name='Picture',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('language', models.CharField(max_length=10)),
                ('version', models.PositiveIntegerField()),
                ('digest', models.CharField(max_length=40)),
                ('body', models.BinaryField()),
                ('page', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pictures', to='portal.page')),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('page', 'language'), name='pictured_once')],
            },
        ),
    ]
