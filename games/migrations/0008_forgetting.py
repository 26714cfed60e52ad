from django.db import migrations

from portal.immutable import InsertOnly

MARK = "'▮▮▮'"


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0007_rulings_on_proposals'),
    ]

    operations = [
        InsertOnly(model_name='GameRecord', blanks={'reason': MARK}),
        InsertOnly(model_name='BoardCount', blanks={'reason': MARK}),
        InsertOnly(model_name='CountConsent', blanks={'reason': MARK}),
        InsertOnly(model_name='ProposalRuling', blanks={'reason': MARK}),
        InsertOnly(model_name='Claim', blanks={'typed': "''"}),
        InsertOnly(model_name='Scoresheets', blanks={'first': "''", 'second': "''"}),
    ]
