
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('bobing_event', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('since', models.PositiveIntegerField(default=1, editable=False, verbose_name='holds the seat from')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='seats', to='bobing_event.participant', verbose_name='participant')),
            ],
            options={
                'verbose_name': 'seat',
                'verbose_name_plural': 'seats',
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('extra_minutes', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='extra minutes')),
                ('opening', models.JSONField(blank=True, editable=False, null=True, verbose_name='opening')),
                ('opened_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='opened')),
                ('state', models.JSONField(blank=True, editable=False, null=True, verbose_name='snapshot')),
                ('seq', models.PositiveIntegerField(default=0, editable=False, verbose_name='entries')),
                ('last_hash', models.CharField(blank=True, editable=False, max_length=64, verbose_name='last hash')),
                ('phase', models.CharField(choices=[('waiting', 'waiting'), ('playing', 'playing'), ('last_round', 'last round'), ('extra_round', 'extra round'), ('time_up_round', 'time is up, last round'), ('zhuangyuan_only', 'for Zhuangyuan only'), ('ended', 'ended')], default='waiting', editable=False, max_length=20, verbose_name='state')),
                ('turn', models.PositiveSmallIntegerField(blank=True, editable=False, null=True, verbose_name='turn')),
                ('round', models.PositiveIntegerField(default=0, editable=False, verbose_name='round')),
                ('pieces_left', models.PositiveSmallIntegerField(default=0, editable=False, verbose_name='pieces left')),
                ('champion_pattern', models.CharField(blank=True, editable=False, max_length=20, verbose_name="champion's pattern")),
                ('last_entry_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last entry')),
                ('champion', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.seat', verbose_name='champion')),
                ('champion_person', models.ForeignKey(blank=True, editable=False, help_text='Who sat there at the throw that made the champion.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.participant', verbose_name='champion')),
                ('referee', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='referee')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tables', to='bobing_event.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'ordering': ['session', 'number'],
            },
        ),
        migrations.CreateModel(
            name='SignOff',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(verbose_name='entries')),
                ('digest', models.CharField(max_length=64, verbose_name='digest of the holdings')),
                ('disputed', models.BooleanField(default=False, verbose_name='disputed')),
                ('signed_at', models.DateTimeField(verbose_name='signed off')),
                ('countersigned_at', models.DateTimeField(blank=True, null=True, verbose_name='countersigned')),
                ('countersigned_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.device')),
                ('signed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_offs', to='tables.table')),
            ],
            options={
                'verbose_name': 'sign-off',
                'verbose_name_plural': 'sign-offs',
                'ordering': ['table', '-seq'],
            },
        ),
        migrations.AddField(
            model_name='seat',
            name='table',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='tables.table', verbose_name='table'),
        ),
        migrations.CreateModel(
            name='Piece',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.CharField(choices=[('zhuangyuan', 'zhuangyuan'), ('duitang', 'duitang'), ('sanhong', 'sanhong'), ('sijin', 'sijin'), ('erju', 'erju'), ('yixiu', 'yixiu')], max_length=12, verbose_name='rank')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('place', models.CharField(choices=[('stock', 'stock'), ('seat', 'seat'), ('grabbed', 'grabbed'), ('returned', 'returned')], default='stock', max_length=10, verbose_name='place')),
                ('provisional', models.BooleanField(default=True, verbose_name='provisional')),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='bobing_event.participant', verbose_name='participant')),
                ('holder', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='pieces', to='tables.seat')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='pieces', to='tables.table')),
            ],
            options={
                'verbose_name': 'piece',
                'verbose_name_plural': 'pieces',
                'ordering': ['table', 'rank', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Objection',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(default=0, verbose_name='entry')),
                ('text', models.CharField(blank=True, max_length=200, verbose_name='what is wrong')),
                ('raised_at', models.DateTimeField(verbose_name='raised')),
                ('settled_at', models.DateTimeField(blank=True, null=True, verbose_name='settled')),
                ('outcome', models.CharField(blank=True, max_length=200, verbose_name='outcome')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.participant')),
                ('settled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='objections', to='tables.table')),
            ],
            options={
                'verbose_name': 'objection',
                'verbose_name_plural': 'objections',
                'ordering': ['raised_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='HelpCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(choices=[('dispute', 'a dispute'), ('prizes', 'prizes are missing'), ('dice', 'dice or bowl'), ('tablet', 'the tablet'), ('person', 'somebody is unwell'), ('other', 'something else')], max_length=10, verbose_name='reason')),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='note')),
                ('called_at', models.DateTimeField(verbose_name='called')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered')),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('called_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.device')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='help_calls', to='tables.table')),
            ],
            options={
                'verbose_name': 'help call',
                'verbose_name_plural': 'help calls',
                'ordering': ['called_at', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField(verbose_name='number')),
                ('client_uuid', models.UUIDField(verbose_name='client UUID')),
                ('kind', models.CharField(max_length=12, verbose_name='kind')),
                ('seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='seat')),
                ('dice', models.CharField(blank=True, max_length=6, verbose_name='dice')),
                ('dice_seen', models.BooleanField(default=True, verbose_name='dice seen')),
                ('rank', models.CharField(blank=True, max_length=12, verbose_name='rank')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('since', models.PositiveIntegerField(blank=True, null=True, verbose_name='holds the seat from')),
                ('place', models.PositiveIntegerField(verbose_name='place in the fold')),
                ('thrown_at', models.DateTimeField(verbose_name='thrown')),
                ('received_at', models.DateTimeField(verbose_name='received')),
                ('effect', models.JSONField(default=dict, verbose_name='effect')),
                ('hash', models.CharField(max_length=64, verbose_name='hash')),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('device', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.device')),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.participant', verbose_name='participant')),
                ('recorded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('supersedes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='superseded_by', to='tables.entry', verbose_name='supersedes')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='entries', to='tables.table')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['table', 'seq'],
            },
        ),
        migrations.CreateModel(
            name='Wish',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('together', 'at one table'), ('apart', 'at different tables')], max_length=10, verbose_name='kind')),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='note')),
                ('stated_at', models.DateTimeField(verbose_name='stated')),
                ('people', models.ManyToManyField(related_name='+', to='bobing_event.participant', verbose_name='people')),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wishes', to='bobing_event.session')),
                ('stated_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'wish',
                'verbose_name_plural': 'wishes',
                'ordering': ['session', 'id'],
            },
        ),
        migrations.CreateModel(
            name='SeatChange',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('move', 'moved'), ('swap', 'swapped'), ('dissolve', 'table dissolved'), ('balance', 'tables balanced'), ('no_show', 'seats of no-shows freed'), ('stand_by', 'stand-by list moved up'), ('late', 'late arrival'), ('reseat', 'wrong seats put right')], max_length=10, verbose_name='kind')),
                ('moves', models.JSONField(verbose_name='moves')),
                ('facts', models.JSONField(default=dict, editable=False)),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('made_at', models.DateTimeField(verbose_name='changed at')),
                ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='seat_changes', to='bobing_event.session')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'seat change',
                'verbose_name_plural': 'seat changes',
                'ordering': ['session', '-id'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('undone_at__isnull', True), ('undone_by__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False)), _connector='OR'), name='seat_change_undone_by_somebody')],
            },
        ),
        migrations.CreateModel(
            name='SeatingDraw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('basis', models.CharField(choices=[('checked_in', 'everybody who has checked in'), ('invited', 'everybody on the list')], default='checked_in', max_length=12, verbose_name='who is drawn')),
                ('plan', models.JSONField(verbose_name='list')),
                ('plan_digest', models.CharField(max_length=64, verbose_name='digest of the list')),
                ('secret', models.CharField(max_length=64, verbose_name='secret')),
                ('commitment', models.CharField(max_length=64, verbose_name='commitment')),
                ('public_seed', models.CharField(blank=True, max_length=200, verbose_name='phrase from the hall')),
                ('seating', models.JSONField(default=list, verbose_name='seating')),
                ('unmet', models.JSONField(default=list, verbose_name='wishes not met')),
                ('prepared_at', models.DateTimeField(verbose_name='prepared')),
                ('drawn_at', models.DateTimeField(blank=True, null=True, verbose_name='drawn')),
                ('discarded_at', models.DateTimeField(blank=True, null=True, verbose_name='discarded')),
                ('discard_reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('discarded_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('drawn_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('prepared_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('session', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='draws', to='bobing_event.session')),
            ],
            options={
                'verbose_name': 'seating draw',
                'verbose_name_plural': 'seating draws',
                'ordering': ['session', '-number'],
                'constraints': [models.UniqueConstraint(fields=('session', 'number'), name='draw_number_once'), models.UniqueConstraint(condition=models.Q(('discarded_at__isnull', True)), fields=('session',), name='draw_standing_once'), models.CheckConstraint(condition=models.Q(models.Q(('drawn_at__isnull', True), ('drawn_by__isnull', True), ('public_seed', '')), models.Q(('drawn_at__isnull', False), ('drawn_by__isnull', False)), _connector='OR'), name='draw_drawn_by_somebody'), models.CheckConstraint(condition=models.Q(models.Q(('discard_reason', ''), ('discarded_at__isnull', True), ('discarded_by__isnull', True)), models.Q(('discarded_at__isnull', False), ('discarded_by__isnull', False), models.Q(('discard_reason', ''), _negated=True)), _connector='OR'), name='draw_discarded_with_reason')],
            },
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(fields=('session', 'number'), name='table_number_once'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('opening__isnull', True), ('phase', 'waiting'), ('seq', 0), ('state__isnull', True)), models.Q(models.Q(('phase', 'waiting'), _negated=True), ('opening__isnull', False), ('state__isnull', False)), _connector='OR'), name='table_open_has_state'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('phase', 'ended'), ('turn__isnull', True)), models.Q(('phase', 'ended'), _negated=True), _connector='OR'), name='table_ended_has_no_turn'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.UniqueConstraint(fields=('table', 'seq'), name='sign_off_once'),
        ),
        migrations.AddConstraint(
            model_name='signoff',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('countersigned_at__isnull', True), ('countersigned_by__isnull', True)), models.Q(('countersigned_at__isnull', False), ('countersigned_by__isnull', False)), _connector='OR'), name='sign_off_countersigned_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='seat_number_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'participant'), name='seat_person_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='seat_number_from_one'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.CheckConstraint(condition=models.Q(('since__gte', 1)), name='seat_since_from_one'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.UniqueConstraint(fields=('table', 'rank', 'number'), name='piece_once'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('holder__isnull', False), ('participant__isnull', False), ('place', 'seat')), models.Q(models.Q(('place', 'seat'), _negated=True), ('holder__isnull', True), ('participant__isnull', True)), _connector='OR'), name='piece_held_at_a_seat'),
        ),
        migrations.AddConstraint(
            model_name='piece',
            constraint=models.CheckConstraint(condition=models.Q(('place__in', ('stock', 'seat', 'grabbed', 'returned'))), name='piece_known_place'),
        ),
        migrations.AddConstraint(
            model_name='objection',
            constraint=models.UniqueConstraint(condition=models.Q(('settled_at__isnull', True)), fields=('table', 'participant', 'seq'), name='objection_open_once'),
        ),
        migrations.AddConstraint(
            model_name='objection',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('settled_at__isnull', True), ('settled_by__isnull', True)), models.Q(('settled_at__isnull', False), ('settled_by__isnull', False), models.Q(('outcome', ''), _negated=True)), _connector='OR'), name='objection_settled_with_outcome'),
        ),
        migrations.AddConstraint(
            model_name='helpcall',
            constraint=models.UniqueConstraint(condition=models.Q(('answered_at__isnull', True)), fields=('table',), name='help_call_open_once'),
        ),
        migrations.AddConstraint(
            model_name='helpcall',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('answered_at__isnull', True), ('answered_by__isnull', True)), models.Q(('answered_at__isnull', False), ('answered_by__isnull', False)), _connector='OR'), name='help_call_answered_by_somebody'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['table', 'place'], name='entry_by_place'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('table', 'seq'), name='entry_seq_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('table', 'client_uuid'), name='entry_client_uuid_once'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='entry_seq_from_one'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('place', models.F('seq')), ('supersedes__isnull', True)), models.Q(('place__lt', models.F('seq')), ('supersedes__isnull', False)), _connector='OR'), name='entry_place_of_superseded'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'void'), _negated=True), ('supersedes__isnull', False), _connector='OR'), name='entry_void_supersedes'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'throw'), _negated=True), models.Q(('dice', ''), _negated=True), _connector='OR'), name='entry_throw_has_dice'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'reseat'), ('participant__isnull', False), ('seat__isnull', False), ('since__gte', 1)), models.Q(models.Q(('kind', 'reseat'), _negated=True), ('participant__isnull', True), ('since__isnull', True)), _connector='OR'), name='entry_reseat_names_a_person'),
        ),
    ]
