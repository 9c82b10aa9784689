import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '__first__'),
        ('bobing_event', '0001_initial'),
        ('tables', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='Entrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('pattern', models.CharField(blank=True, max_length=20, verbose_name='pattern')),
                ('placed', models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name='place')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='entrants', to='bobing_event.participant')),
                ('seat', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tables.seat')),
            ],
            options={
                'verbose_name': 'entrant',
                'verbose_name_plural': 'entrants',
                'ordering': ['playoff', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Heat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='heat')),
                ('opening', models.JSONField(editable=False, verbose_name='opening')),
                ('state', models.JSONField(editable=False, verbose_name='snapshot')),
                ('seq', models.PositiveIntegerField(default=0, editable=False, verbose_name='entries')),
                ('last_hash', models.CharField(editable=False, max_length=64, verbose_name='last hash')),
                ('phase', models.CharField(choices=[('playing', 'playing'), ('ended', 'ended')], default='playing', editable=False, max_length=10, verbose_name='state')),
                ('round', models.PositiveIntegerField(default=1, editable=False, verbose_name='round')),
                ('turn', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entrant', verbose_name='turn')),
            ],
            options={
                'verbose_name': 'heat',
                'verbose_name_plural': 'heats',
                'ordering': ['stage', 'number'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('phase', 'ended'), ('turn__isnull', True)), models.Q(('phase', 'playing'), ('turn__isnull', False)), _connector='OR'), name='heat_turn_while_playing')],
            },
        ),
        migrations.CreateModel(
            name='Playoff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('zongzhuangyuan', 'Grand Zhuangyuan'), ('wangzhongwang', 'King of Zhuangyuan'), ('zongduitang', 'Grand Duitang')], max_length=20, verbose_name='kind')),
                ('decide', models.CharField(choices=[('immediate', 'at once'), ('round', 'by the round')], default='immediate', max_length=10, verbose_name='decided')),
                ('places', models.PositiveSmallIntegerField(default=1, verbose_name='places')),
                ('group_size', models.PositiveSmallIntegerField(default=12, verbose_name='entrants a heat')),
                ('advance', models.PositiveSmallIntegerField(default=1, verbose_name='go on from a heat')),
                ('created_at', models.DateTimeField(verbose_name='created')),
                ('created_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='playoffs', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'play-off',
                'verbose_name_plural': 'play-offs',
                'ordering': ['event', 'id'],
                'constraints': [models.UniqueConstraint(fields=('event', 'kind'), name='playoff_kind_once'), models.CheckConstraint(condition=models.Q(('advance__gte', 1), ('places__gte', 1)), name='playoff_places_from_one'), models.CheckConstraint(condition=models.Q(('group_size__gt', models.F('advance'))), name='playoff_heats_shrink'), models.CheckConstraint(condition=models.Q(('decide__in', ['immediate', 'round'])), name='playoff_known_decide')],
            },
        ),
        migrations.AddField(
            model_name='entrant',
            name='playoff',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entrants', to='tournaments.playoff'),
        ),
        migrations.CreateModel(
            name='PlayoffEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(verbose_name='number')),
                ('client_uuid', models.UUIDField(verbose_name='client UUID')),
                ('kind', models.CharField(max_length=12, verbose_name='kind')),
                ('dice', models.CharField(blank=True, max_length=6, verbose_name='dice')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('place', models.PositiveIntegerField(verbose_name='place in the fold')),
                ('thrown_at', models.DateTimeField(verbose_name='thrown')),
                ('received_at', models.DateTimeField(verbose_name='received')),
                ('effect', models.JSONField(default=dict, verbose_name='effect')),
                ('hash', models.CharField(max_length=64, verbose_name='hash')),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='bobing_event.device')),
                ('entrant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='+', to='tournaments.entrant')),
                ('heat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tournaments.heat')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='superseded_by', to='tournaments.playoffentry', verbose_name='supersedes')),
            ],
            options={
                'verbose_name': 'play-off entry',
                'verbose_name_plural': 'play-off entries',
                'ordering': ['heat', 'seq'],
                'indexes': [models.Index(fields=['heat', 'place'], name='playoff_entry_by_place')],
                'constraints': [models.UniqueConstraint(fields=('heat', 'seq'), name='playoff_entry_seq_once'), models.UniqueConstraint(fields=('heat', 'client_uuid'), name='playoff_entry_client_uuid_once'), models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='playoff_entry_seq_from_one'), models.CheckConstraint(condition=models.Q(models.Q(('place', models.F('seq')), ('supersedes__isnull', True)), models.Q(('place__lt', models.F('seq')), ('supersedes__isnull', False)), _connector='OR'), name='playoff_entry_place_of_superseded'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'void'), _negated=True), ('supersedes__isnull', False), _connector='OR'), name='playoff_entry_void_supersedes'), models.CheckConstraint(condition=models.Q(models.Q(('kind', 'throw'), _negated=True), models.Q(('dice', ''), _negated=True), _connector='OR'), name='playoff_entry_throw_has_dice')],
            },
        ),
        migrations.CreateModel(
            name='Stage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='stage')),
                ('is_final', models.BooleanField(default=True, verbose_name='final')),
                ('seed', models.CharField(max_length=64, verbose_name='seed')),
                ('roster', models.JSONField(verbose_name='roster')),
                ('roster_digest', models.CharField(max_length=64, verbose_name='roster digest')),
                ('drawn_at', models.DateTimeField(verbose_name='drawn')),
                ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('playoff', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='stages', to='tournaments.playoff')),
            ],
            options={
                'verbose_name': 'stage',
                'verbose_name_plural': 'stages',
                'ordering': ['playoff', 'number'],
                'constraints': [models.UniqueConstraint(fields=('playoff', 'number'), name='stage_number_once'), models.UniqueConstraint(condition=models.Q(('is_final', True)), fields=('playoff',), name='stage_final_once')],
            },
        ),
        migrations.AddField(
            model_name='heat',
            name='stage',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='heats', to='tournaments.stage'),
        ),
        migrations.CreateModel(
            name='HeatEntrant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('lot', models.PositiveSmallIntegerField(verbose_name='lot')),
                ('placed', models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name='place')),
                ('pattern', models.CharField(blank=True, editable=False, max_length=20, verbose_name='pattern')),
                ('dice', models.CharField(blank=True, editable=False, max_length=6, verbose_name='dice')),
                ('entrant', models.ForeignKey(on_delete=django.db.models.deletion.RESTRICT, related_name='lots', to='tournaments.entrant')),
                ('heat', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lots', to='tournaments.heat')),
            ],
            options={
                'verbose_name': 'lot',
                'verbose_name_plural': 'lots',
                'ordering': ['heat', 'lot'],
                'constraints': [models.UniqueConstraint(fields=('heat', 'lot'), name='heat_lot_once'), models.UniqueConstraint(fields=('heat', 'entrant'), name='heat_entrant_once')],
            },
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(fields=('playoff', 'participant'), name='entrant_once'),
        ),
        migrations.AddConstraint(
            model_name='entrant',
            constraint=models.UniqueConstraint(condition=models.Q(('placed__isnull', False)), fields=('playoff', 'placed'), name='entrant_place_once'),
        ),
        migrations.AddConstraint(
            model_name='heat',
            constraint=models.UniqueConstraint(fields=('stage', 'number'), name='heat_number_once'),
        ),
    ]
