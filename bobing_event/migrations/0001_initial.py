
import bobing_event.models.event
import bobing_event.models.people
import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Event',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('slug', models.SlugField(max_length=60, unique=True, verbose_name='short name')),
                ('name', models.CharField(max_length=120, verbose_name='name')),
                ('edition', models.CharField(blank=True, max_length=60, verbose_name='edition')),
                ('date', models.DateField(verbose_name='date')),
                ('zone', models.CharField(default='Asia/Shanghai', max_length=64, validators=[bobing_event.models.event.validate_zone], verbose_name='time zone')),
                ('issuers', models.TextField(blank=True, help_text='One a line, in order.', verbose_name='issuing units')),
                ('ruleset', models.CharField(default='xiamen-standard', max_length=60, verbose_name='ruleset')),
                ('overrides', models.JSONField(blank=True, default=dict, verbose_name='overrides')),
                ('piece_set', models.JSONField(default=bobing_event.models.event.classic_set, verbose_name='pieces a table')),
                ('frozen_ruleset', models.JSONField(blank=True, editable=False, null=True, verbose_name='frozen ruleset')),
                ('ruleset_digest', models.CharField(blank=True, editable=False, max_length=64, verbose_name='ruleset digest')),
                ('column_mapping', models.JSONField(blank=True, default=dict, editable=False, verbose_name='columns of the participant sheet')),
                ('late_arrivals', models.CharField(choices=[('first_throw', 'until the first throw'), ('next_round', 'from the next round on')], default='first_throw', max_length=12, verbose_name='late arrivals')),
                ('entry_mode', models.CharField(choices=[('dice', 'six dice'), ('quick', 'the pattern')], default='dice', max_length=6, verbose_name='referees enter')),
                ('created_at', models.DateTimeField(editable=False, verbose_name='created')),
            ],
            options={
                'verbose_name': 'event',
                'verbose_name_plural': 'events',
                'ordering': ['-date', 'slug'],
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('frozen_ruleset__isnull', True), ('ruleset_digest', '')), models.Q(('frozen_ruleset__isnull', False), models.Q(('ruleset_digest', ''), _negated=True)), _connector='OR'), name='event_digest_with_frozen_ruleset')],
            },
        ),
        migrations.CreateModel(
            name='ParticipantImport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('file', models.FileField(upload_to='imports/%Y/', verbose_name='file')),
                ('file_name', models.CharField(max_length=255, verbose_name='file name')),
                ('sha256', models.CharField(max_length=64, verbose_name='SHA-256')),
                ('state', models.CharField(choices=[('uploaded', 'uploaded'), ('previewed', 'previewed'), ('committed', 'imported'), ('undone', 'taken back')], default='previewed', max_length=12, verbose_name='state')),
                ('uploaded_at', models.DateTimeField(verbose_name='uploaded')),
                ('committed_at', models.DateTimeField(blank=True, null=True, verbose_name='imported at')),
                ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back at')),
                ('survey', models.JSONField(default=list, editable=False)),
                ('choices', models.JSONField(default=dict, verbose_name='choices')),
                ('undo', models.JSONField(default=dict, editable=False)),
                ('counts', models.JSONField(default=dict, verbose_name='counts')),
                ('report', models.JSONField(default=dict, editable=False, verbose_name='report')),
                ('committed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='imports', to='bobing_event.event')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('uploaded_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'import',
                'verbose_name_plural': 'imports',
                'ordering': ['-uploaded_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Session',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(verbose_name='number')),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='starts')),
                ('places', models.PositiveIntegerField(blank=True, null=True, verbose_name='places')),
                ('stand_by_at', models.DateTimeField(blank=True, null=True, verbose_name='stand-by list moves up at')),
                ('stand_by_filled_at', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='stand-by list moved up')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sessions', to='bobing_event.event', verbose_name='event')),
            ],
            options={
                'verbose_name': 'session',
                'verbose_name_plural': 'sessions',
                'ordering': ['event', 'number'],
            },
        ),
        migrations.CreateModel(
            name='Participant',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('phone', models.CharField(blank=True, max_length=20, verbose_name='phone')),
                ('unit', models.CharField(blank=True, max_length=80, verbose_name='unit')),
                ('gender', models.CharField(blank=True, choices=[('m', 'male'), ('f', 'female')], max_length=1, verbose_name='gender')),
                ('id_number', models.CharField(blank=True, max_length=24, verbose_name='ID number')),
                ('ticket', models.CharField(blank=True, max_length=40, verbose_name='ticket number')),
                ('note', models.CharField(blank=True, max_length=200, verbose_name='note')),
                ('party', models.CharField(blank=True, max_length=40, verbose_name='party')),
                ('wanted_table', models.PositiveIntegerField(blank=True, null=True, verbose_name='fixed table')),
                ('wanted_seat', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='fixed seat')),
                ('code', models.CharField(default=bobing_event.models.people.new_code, editable=False, max_length=10, unique=True, verbose_name='code')),
                ('initials', models.CharField(blank=True, editable=False, max_length=60, verbose_name='pinyin initials')),
                ('proxy_name', models.CharField(blank=True, max_length=60, verbose_name='proxy')),
                ('proxy_phone', models.CharField(blank=True, max_length=20, verbose_name="proxy's phone")),
                ('guardian_name', models.CharField(blank=True, max_length=60, verbose_name='guardian')),
                ('guardian_phone', models.CharField(blank=True, max_length=20, verbose_name="guardian's phone")),
                ('walk_in', models.BooleanField(default=False, verbose_name='walk-in')),
                ('stand_by', models.PositiveIntegerField(blank=True, null=True, verbose_name='stand-by number')),
                ('waiting_since', models.DateTimeField(blank=True, editable=False, null=True, verbose_name='waiting since')),
                ('missing', models.BooleanField(default=False, verbose_name='no longer on the list')),
                ('checked_in_at', models.DateTimeField(blank=True, null=True, verbose_name='checked in')),
                ('checked_in_where', models.CharField(blank=True, max_length=40, verbose_name='station')),
                ('checked_in_scan', models.CharField(blank=True, editable=False, max_length=36)),
                ('checked_in_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('companion_of', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='companions', to='bobing_event.participant', verbose_name='comes with')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='participants', to='bobing_event.event')),
                ('source', models.ForeignKey(blank=True, editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='people', to='bobing_event.participantimport')),
                ('session', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='participants', to='bobing_event.session', verbose_name='session')),
            ],
            options={
                'verbose_name': 'participant',
                'verbose_name_plural': 'participants',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='StaffPin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(editable=False, max_length=64)),
                ('set_at', models.DateTimeField(verbose_name='set')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_pins', to='bobing_event.event')),
                ('set_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='staff_pins', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'PIN',
                'verbose_name_plural': 'PINs',
                'ordering': ['event', 'user'],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('label', models.CharField(max_length=60, verbose_name='label')),
                ('table_id', models.BigIntegerField(editable=False, verbose_name='table')),
                ('paired_at', models.DateTimeField(verbose_name='paired')),
                ('replaced_at', models.DateTimeField(blank=True, null=True, verbose_name='replaced')),
                ('revoked_at', models.DateTimeField(blank=True, null=True, verbose_name='revoked')),
                ('seen_at', models.DateTimeField(blank=True, null=True, verbose_name='last sign of life')),
                ('unsent', models.PositiveIntegerField(default=0, verbose_name='not sent yet')),
                ('agent', models.CharField(blank=True, max_length=80, verbose_name='kind of device')),
                ('paired_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('replaced_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='replaces', to='bobing_event.device', verbose_name='replaced by')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='devices', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'device',
                'verbose_name_plural': 'devices',
                'ordering': ['event', 'label'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('replaced_at__isnull', True), ('revoked_at__isnull', True)), fields=('table_id',), name='device_current_once'), models.CheckConstraint(condition=models.Q(models.Q(('replaced_at__isnull', True), ('replaced_by__isnull', True)), models.Q(('replaced_at__isnull', False), ('replaced_by__isnull', False)), _connector='OR'), name='device_replaced_by_one')],
            },
        ),
        migrations.CreateModel(
            name='AuditRecord',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('at', models.DateTimeField(verbose_name='at')),
                ('action', models.CharField(max_length=60, verbose_name='action')),
                ('subject', models.CharField(blank=True, max_length=120, verbose_name='subject')),
                ('detail', models.JSONField(blank=True, default=dict, verbose_name='detail')),
                ('by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='audit_records', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'audit record',
                'verbose_name_plural': 'audit log',
                'ordering': ['-at', '-id'],
                'indexes': [models.Index(fields=['event', '-at'], name='audit_by_event')],
            },
        ),
        migrations.CreateModel(
            name='Job',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('kind', models.CharField(max_length=40, verbose_name='kind')),
                ('parameters', models.JSONField(blank=True, default=dict, verbose_name='parameters')),
                ('key', models.CharField(editable=False, max_length=64)),
                ('state', models.CharField(choices=[('waiting', 'waiting'), ('running', 'running'), ('done', 'done'), ('failed', 'failed')], default='waiting', max_length=10, verbose_name='state')),
                ('stage', models.CharField(blank=True, max_length=60, verbose_name='stage')),
                ('done', models.PositiveIntegerField(default=0, verbose_name='done')),
                ('total', models.PositiveIntegerField(default=0, verbose_name='total')),
                ('attempt', models.PositiveSmallIntegerField(default=0, verbose_name='attempt')),
                ('file', models.FileField(blank=True, upload_to='jobs/%Y/', verbose_name='file')),
                ('file_name', models.CharField(blank=True, max_length=255, verbose_name='file name')),
                ('error_code', models.CharField(blank=True, max_length=40, verbose_name='error code')),
                ('error', models.TextField(blank=True, verbose_name='error')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('heartbeat_at', models.DateTimeField(blank=True, null=True, verbose_name='last sign of life')),
                ('finished_at', models.DateTimeField(blank=True, null=True, verbose_name='finished')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='jobs', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'job',
                'verbose_name_plural': 'jobs',
                'ordering': ['-asked_at', '-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('state__in', ['waiting', 'running'])), fields=('event', 'kind', 'key'), name='job_once'), models.CheckConstraint(condition=models.Q(models.Q(('file', ''), ('file_name', '')), models.Q(('state', 'done'), models.Q(('file', ''), _negated=True), models.Q(('file_name', ''), _negated=True)), _connector='OR'), name='job_file_named_when_done')],
            },
        ),
        migrations.CreateModel(
            name='Membership',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('role', models.CharField(choices=[('owner', 'owner'), ('organiser', 'organiser'), ('floor_manager', 'floor manager'), ('referee', 'referee'), ('prize_desk', 'prize desk'), ('runner', 'runner'), ('screen', 'screen'), ('auditor', 'auditor')], max_length=20, verbose_name='role')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to='bobing_event.event')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='memberships', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'membership',
                'verbose_name_plural': 'memberships',
                'ordering': ['event', 'role', 'user'],
                'constraints': [models.UniqueConstraint(fields=('event', 'user', 'role'), name='membership_once'), models.CheckConstraint(condition=models.Q(('role__in', ['owner', 'organiser', 'floor_manager', 'referee', 'prize_desk', 'runner', 'screen', 'auditor'])), name='membership_known_role')],
            },
        ),
        migrations.AddConstraint(
            model_name='participantimport',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'committed')), fields=('event', 'sha256'), name='import_file_committed_once'),
        ),
        migrations.AddConstraint(
            model_name='participantimport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('committed_at__isnull', False), ('committed_by__isnull', False), ('state__in', ['committed', 'undone'])), models.Q(('committed_at__isnull', True), ('committed_by__isnull', True), ('state__in', ['uploaded', 'previewed'])), _connector='OR'), name='import_committed_has_time'),
        ),
        migrations.AddConstraint(
            model_name='participantimport',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'undone'), ('undone_at__isnull', False), ('undone_by__isnull', False)), models.Q(models.Q(('state', 'undone'), _negated=True), ('undone_at__isnull', True), ('undone_by__isnull', True)), _connector='OR'), name='import_undone_has_time'),
        ),
        migrations.AddConstraint(
            model_name='session',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='session_number_once'),
        ),
        migrations.AddIndex(
            model_name='participant',
            index=models.Index(fields=['event', 'name'], name='participant_by_name'),
        ),
        migrations.AddIndex(
            model_name='participant',
            index=models.Index(fields=['event', 'initials'], name='participant_by_initials'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.UniqueConstraint(condition=models.Q(('phone', ''), _negated=True), fields=('event', 'phone'), name='participant_phone_once'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.UniqueConstraint(condition=models.Q(('id_number', ''), _negated=True), fields=('event', 'id_number'), name='participant_id_number_once'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.UniqueConstraint(condition=models.Q(('stand_by__isnull', False)), fields=('event', 'stand_by'), name='participant_stand_by_once'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='participant_has_name'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(('wanted_seat__isnull', True), ('wanted_table__isnull', False), _connector='OR'), name='participant_wanted_seat_at_a_table'),
        ),
        migrations.AddConstraint(
            model_name='participant',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('checked_in_at__isnull', True), ('checked_in_by__isnull', True)), models.Q(('checked_in_at__isnull', False), ('checked_in_by__isnull', False)), _connector='OR'), name='participant_checked_in_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='staffpin',
            constraint=models.UniqueConstraint(fields=('event', 'user'), name='pin_once_a_person'),
        ),
        migrations.AddConstraint(
            model_name='staffpin',
            constraint=models.UniqueConstraint(fields=('event', 'digest'), name='pin_of_one_person'),
        ),
    ]
