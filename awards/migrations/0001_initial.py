
import django.db.models.deletion
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('bobing_event', '0001_initial'),
        ('tables', '0001_initial'),
        ('tournaments', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('check_code', models.CharField(editable=False, max_length=16, verbose_name='check code')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('staff_name', models.CharField(blank=True, max_length=60, verbose_name="staff member's name")),
                ('pattern', models.CharField(blank=True, max_length=20, verbose_name='pattern')),
                ('dice', models.CharField(blank=True, max_length=6, verbose_name='dice')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('printed', models.PositiveSmallIntegerField(default=0, verbose_name='times printed')),
                ('voided_at', models.DateTimeField(blank=True, null=True, verbose_name='void since')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='certificates', to='bobing_event.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='bobing_event.participant', verbose_name='participant')),
                ('piece', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.piece')),
                ('playoff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.playoff')),
                ('staff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='staff')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
            ],
            options={
                'verbose_name': 'certificate',
                'verbose_name_plural': 'certificates',
                'ordering': ['event', 'number'],
            },
        ),
        migrations.CreateModel(
            name='CertificatePrinting',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('copy', models.PositiveSmallIntegerField(verbose_name='copy')),
                ('printed_at', models.DateTimeField(verbose_name='printed')),
                ('certificate', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='printings', to='awards.certificate')),
                ('job', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to='bobing_event.job')),
                ('printed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'printing of a certificate',
                'verbose_name_plural': 'printings of certificates',
                'ordering': ['certificate', 'copy'],
            },
        ),
        migrations.CreateModel(
            name='CertificateTemplate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.CharField(blank=True, choices=[('zhuangyuan', 'zhuangyuan'), ('duitang', 'duitang'), ('sanhong', 'sanhong'), ('sijin', 'sijin'), ('erju', 'erju'), ('yixiu', 'yixiu')], max_length=12, verbose_name='rank')),
                ('playoff_kind', models.CharField(blank=True, choices=[('zongzhuangyuan', 'Grand Zhuangyuan'), ('wangzhongwang', 'King of Zhuangyuan'), ('zongduitang', 'Grand Duitang')], max_length=20, verbose_name='play-off')),
                ('enabled', models.BooleanField(default=True, verbose_name='made')),
                ('design', models.SlugField(default='zhujin', max_length=20, verbose_name='design')),
                ('paper', models.CharField(choices=[('a4', 'A4'), ('a5', 'A5')], default='a4', max_length=2, verbose_name='paper')),
                ('orientation', models.CharField(choices=[('landscape', 'landscape'), ('portrait', 'portrait')], default='landscape', max_length=9, verbose_name='format')),
                ('title', models.CharField(blank=True, max_length=20, verbose_name='title')),
                ('text', models.CharField(blank=True, max_length=300, verbose_name='text')),
                ('honour', models.CharField(blank=True, max_length=60, verbose_name='large line')),
                ('closing', models.CharField(blank=True, max_length=60, verbose_name='closing')),
                ('issuers', models.TextField(blank=True, verbose_name='issuing units')),
                ('date_style', models.CharField(choices=[('chinese', 'in Chinese numerals'), ('plain', 'in digits')], default='chinese', max_length=7, verbose_name='date')),
                ('seal_place', models.CharField(choices=[('none', 'no place'), ('blank', 'a place to stamp'), ('picture', 'the uploaded one')], default='none', max_length=7, verbose_name='seal')),
                ('seal', models.ImageField(blank=True, upload_to='seals/%Y/', verbose_name='picture of the seal')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='certificate_templates', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'certificate template',
                'verbose_name_plural': 'certificate templates',
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Location',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('outside', 'outside'), ('store', 'store'), ('table', 'table'), ('person', 'person')], max_length=8, verbose_name='kind')),
                ('name', models.CharField(blank=True, max_length=60, verbose_name='name')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='locations', to='bobing_event.event')),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.participant')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='locations', to='tables.table')),
            ],
            options={
                'verbose_name': 'location',
                'verbose_name_plural': 'locations',
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Movement',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('kind', models.CharField(choices=[('receive', 'receipt'), ('allocate', 'supply'), ('return', 'return'), ('hand_over', 'hand-over'), ('replace', 'exchange'), ('write_off', 'write-off')], max_length=10, verbose_name='kind')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('client_uuid', models.UUIDField(blank=True, editable=False, null=True, verbose_name='client UUID')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='movements', to='bobing_event.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('undoes', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='undone_by', to='awards.movement')),
            ],
            options={
                'verbose_name': 'stock movement',
                'verbose_name_plural': 'stock movements',
                'ordering': ['event', 'number'],
            },
        ),
        migrations.CreateModel(
            name='HandOver',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('table', 'over the table'), ('desk', 'at the desk'), ('delivery', 'brought to the table')], max_length=8, verbose_name='where')),
                ('receiver', models.CharField(choices=[('self', 'in person'), ('proxy', 'proxy'), ('guardian', 'guardian')], default='self', max_length=8, verbose_name='received by')),
                ('receiver_name', models.CharField(blank=True, max_length=60, verbose_name="receiver's name")),
                ('receiver_phone', models.CharField(blank=True, max_length=20, verbose_name="receiver's phone")),
                ('id_checked', models.BooleanField(default=False, verbose_name='ID compared')),
                ('signature', models.FileField(blank=True, upload_to='signatures/%Y/', verbose_name='signature')),
                ('client_uuid', models.UUIDField(editable=False, verbose_name='client UUID')),
                ('handed_at', models.DateTimeField(verbose_name='handed over')),
                ('undone_at', models.DateTimeField(blank=True, null=True, verbose_name='taken back')),
                ('undo_reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='hand_overs', to='bobing_event.event')),
                ('handed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hand_overs', to='bobing_event.participant')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='hand_overs', to='tables.table')),
                ('undone_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('movement', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='hand_over', to='awards.movement')),
            ],
            options={
                'verbose_name': 'hand-over',
                'verbose_name_plural': 'hand-overs',
                'ordering': ['-handed_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('specification', models.CharField(blank=True, max_length=80, verbose_name='specification')),
                ('unit', models.CharField(default='份', max_length=12, verbose_name='unit')),
                ('value', models.DecimalField(decimal_places=2, default=Decimal('0'), max_digits=10, verbose_name='unit price (yuan)')),
                ('sponsor', models.CharField(blank=True, max_length=80, verbose_name='sponsor')),
                ('picture', models.ImageField(blank=True, upload_to='prizes/%Y/', verbose_name='picture')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='prizes', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'prize',
                'verbose_name_plural': 'prizes',
                'ordering': ['event', 'id'],
            },
        ),
        migrations.CreateModel(
            name='PlanLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('rank', models.CharField(blank=True, choices=[('zhuangyuan', 'zhuangyuan'), ('duitang', 'duitang'), ('sanhong', 'sanhong'), ('sijin', 'sijin'), ('erju', 'erju'), ('yixiu', 'yixiu')], max_length=12, verbose_name='rank')),
                ('first_piece', models.PositiveSmallIntegerField(default=1, verbose_name='from piece')),
                ('last_piece', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='to piece')),
                ('share', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='pieces of a mix')),
                ('playoff_kind', models.CharField(blank=True, choices=[('zongzhuangyuan', 'Grand Zhuangyuan'), ('wangzhongwang', 'King of Zhuangyuan'), ('zongduitang', 'Grand Duitang')], max_length=20, verbose_name='play-off')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('consolation', models.CharField(blank=True, choices=[('empty_handed', 'who won nothing'), ('everybody', 'everybody who came')], max_length=12, verbose_name='consolation')),
                ('people', models.PositiveIntegerField(blank=True, null=True, verbose_name='people reckoned with')),
                ('quantity', models.PositiveSmallIntegerField(default=1, verbose_name='units a piece')),
                ('given_at', models.CharField(choices=[('table', 'at the table'), ('desk', 'at the prize desk')], default='desk', max_length=5, verbose_name='handed over')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plan_lines', to='bobing_event.event')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plan_lines', to='awards.prize', verbose_name='prize')),
            ],
            options={
                'verbose_name': 'plan line',
                'verbose_name_plural': 'prize plan',
                'ordering': ['event', 'rank', 'first_piece', 'playoff_kind', 'place', 'consolation', 'id'],
            },
        ),
        migrations.CreateModel(
            name='MovementLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('quantity', models.PositiveIntegerField(verbose_name='quantity')),
                ('movement', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='lines', to='awards.movement')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines_out', to='awards.location', verbose_name='from')),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='lines_in', to='awards.location', verbose_name='to')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='awards.prize')),
            ],
            options={
                'verbose_name': 'line of a movement',
                'verbose_name_plural': 'lines of movements',
                'ordering': ['movement', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Claim',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('consolation', models.CharField(blank=True, choices=[('empty_handed', 'who won nothing'), ('everybody', 'everybody who came')], max_length=12, verbose_name='consolation')),
                ('quantity', models.PositiveIntegerField(verbose_name='quantity')),
                ('state', models.CharField(choices=[('handed_over', 'handed over'), ('forfeited', 'not claimed'), ('taken_back', 'taken back'), ('kept', 'kept by the first holder')], max_length=12, verbose_name='state')),
                ('settled_at', models.DateTimeField(verbose_name='since')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='claims', to='bobing_event.event')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='bobing_event.participant')),
                ('piece', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.piece')),
                ('playoff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.playoff')),
                ('settled_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('hand_over', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='awards.handover')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='claims', to='awards.prize')),
            ],
            options={
                'verbose_name': 'claim',
                'verbose_name_plural': 'claims',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='PrizeSettings',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('cap', models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True, verbose_name='cap of a prize (yuan)')),
                ('high_value', models.DecimalField(blank=True, decimal_places=2, max_digits=10, null=True, verbose_name='high value from (yuan)')),
                ('claim_until', models.DateTimeField(blank=True, null=True, verbose_name='to be claimed until')),
                ('keeps_stock', models.BooleanField(default=False, editable=False, verbose_name='keeps stock')),
                ('event', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='prize_settings', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'prize settings',
                'verbose_name_plural': 'prize settings',
            },
        ),
        migrations.CreateModel(
            name='Redraw',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('entrants', models.JSONField(verbose_name='entrants')),
                ('seed', models.CharField(max_length=64, verbose_name='seed')),
                ('drawn_at', models.DateTimeField(verbose_name='drawn')),
                ('continues', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='continued_by', to='awards.redraw')),
                ('drawn_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='redraws', to='bobing_event.event')),
            ],
            options={
                'verbose_name': 'redraw',
                'verbose_name_plural': 'redraws',
                'ordering': ['-drawn_at', '-id'],
            },
        ),
        migrations.CreateModel(
            name='RedrawWin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('absent_at', models.DateTimeField(blank=True, null=True, verbose_name='not there')),
                ('claim', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='redraw_wins', to='awards.claim')),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='bobing_event.participant')),
                ('redraw', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='wins', to='awards.redraw')),
            ],
            options={
                'verbose_name': 'win of a redraw',
                'verbose_name_plural': 'wins of redraws',
                'ordering': ['redraw', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('consolation', models.CharField(blank=True, choices=[('empty_handed', 'who won nothing'), ('everybody', 'everybody who came')], max_length=12, verbose_name='consolation')),
                ('quantity', models.PositiveIntegerField(verbose_name='quantity')),
                ('note', models.CharField(blank=True, max_length=120, verbose_name='note')),
                ('asked_at', models.DateTimeField(verbose_name='asked')),
                ('taken_at', models.DateTimeField(blank=True, null=True, verbose_name='on the way since')),
                ('delivered_at', models.DateTimeField(blank=True, null=True, verbose_name='delivered')),
                ('cancelled_at', models.DateTimeField(blank=True, null=True, verbose_name='cancelled')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('cancelled_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='bobing_event.event')),
                ('participant', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='bobing_event.participant')),
                ('piece', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.piece')),
                ('playoff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.playoff')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='tables.table')),
                ('taken_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('supply', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='awards.movement')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='deliveries', to='awards.prize')),
                ('redraw_win', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='awards.redrawwin')),
            ],
            options={
                'verbose_name': 'delivery',
                'verbose_name_plural': 'deliveries',
                'ordering': ['asked_at', 'id'],
            },
        ),
        migrations.AddField(
            model_name='claim',
            name='redraw_win',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='awards.redrawwin'),
        ),
        migrations.CreateModel(
            name='StockLevel',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('quantity', models.IntegerField(default=0, verbose_name='quantity')),
                ('location', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='levels', to='awards.location')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='levels', to='awards.prize')),
            ],
            options={
                'verbose_name': 'stock level',
                'verbose_name_plural': 'stock levels',
                'ordering': ['location', 'prize'],
            },
        ),
        migrations.CreateModel(
            name='TableCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('expected', models.JSONField(default=dict, verbose_name='expected')),
                ('counted', models.JSONField(default=dict, verbose_name='counted')),
                ('reason', models.CharField(blank=True, max_length=200, verbose_name='reason')),
                ('signed_at', models.DateTimeField(verbose_name='signed')),
                ('location', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='counts', to='awards.location', verbose_name='table')),
                ('movement', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='awards.movement')),
                ('signed_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': "count of a table's prizes",
                'verbose_name_plural': "counts of tables' prizes",
                'ordering': ['location', '-signed_at', '-id'],
            },
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='certificate_number_once'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(condition=models.Q(('table__isnull', False), ('voided_at__isnull', True)), fields=('table',), name='certificate_table_once'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(condition=models.Q(('piece__isnull', False), ('voided_at__isnull', True)), fields=('piece',), name='certificate_piece_once'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(condition=models.Q(('playoff__isnull', False), ('voided_at__isnull', True)), fields=('playoff', 'place'), name='certificate_place_once'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.UniqueConstraint(condition=models.Q(('staff__isnull', False), ('voided_at__isnull', True)), fields=('event', 'staff'), name='certificate_staff_once'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('place__isnull', True), ('playoff__isnull', True), ('piece__isnull', True), ('staff__isnull', True), ('table__isnull', False)), models.Q(('place__isnull', True), ('playoff__isnull', True), ('piece__isnull', False), ('staff__isnull', True), ('table__isnull', True)), models.Q(('place__isnull', True), ('playoff__isnull', True), ('piece__isnull', True), ('staff__isnull', False), ('table__isnull', True)), models.Q(('piece__isnull', True), ('place__gte', 1), ('playoff__isnull', False), ('staff__isnull', True), ('table__isnull', True)), _connector='OR'), name='certificate_for_one_honour'),
        ),
        migrations.AddConstraint(
            model_name='certificate',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('participant__isnull', False), ('staff__isnull', True), ('staff_name', '')), models.Q(('participant__isnull', True), ('staff__isnull', False), models.Q(('staff_name', ''), _negated=True)), _connector='OR'), name='certificate_of_somebody'),
        ),
        migrations.AddConstraint(
            model_name='certificateprinting',
            constraint=models.UniqueConstraint(fields=('certificate', 'copy'), name='certificate_copy_once'),
        ),
        migrations.AddConstraint(
            model_name='certificateprinting',
            constraint=models.CheckConstraint(condition=models.Q(('copy__gte', 1)), name='certificate_copy_from_one'),
        ),
        migrations.AddConstraint(
            model_name='certificatetemplate',
            constraint=models.UniqueConstraint(fields=('event', 'rank', 'playoff_kind'), name='certificate_template_once'),
        ),
        migrations.AddConstraint(
            model_name='certificatetemplate',
            constraint=models.CheckConstraint(condition=models.Q(('rank', ''), ('playoff_kind', ''), _connector='OR'), name='certificate_template_for_one'),
        ),
        migrations.AddConstraint(
            model_name='certificatetemplate',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('seal_place', 'picture'), _negated=True), models.Q(('seal', ''), _negated=True), _connector='OR'), name='certificate_template_has_its_seal'),
        ),
        migrations.AddConstraint(
            model_name='location',
            constraint=models.UniqueConstraint(condition=models.Q(('kind__in', ['outside', 'store'])), fields=('event', 'kind'), name='location_of_an_event_once'),
        ),
        migrations.AddConstraint(
            model_name='location',
            constraint=models.UniqueConstraint(condition=models.Q(('table__isnull', False)), fields=('table',), name='location_of_a_table_once'),
        ),
        migrations.AddConstraint(
            model_name='location',
            constraint=models.UniqueConstraint(condition=models.Q(('kind', 'person')), fields=('participant',), name='location_of_a_person_once'),
        ),
        migrations.AddConstraint(
            model_name='location',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ['outside', 'store']), ('participant__isnull', True), ('table__isnull', True)), models.Q(('kind', 'table'), ('participant__isnull', True)), models.Q(('kind', 'person'), ('participant__isnull', False), ('table__isnull', True)), _connector='OR'), name='location_is_of_its_kind'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.UniqueConstraint(fields=('event', 'number'), name='movement_number_once'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.UniqueConstraint(condition=models.Q(('client_uuid__isnull', False)), fields=('event', 'client_uuid'), name='movement_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'write_off'), _negated=True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='movement_write_off_reason'),
        ),
        migrations.AddConstraint(
            model_name='movement',
            constraint=models.CheckConstraint(condition=models.Q(('undoes__isnull', True), models.Q(('reason', ''), _negated=True), _connector='OR'), name='movement_undo_reason'),
        ),
        migrations.AddConstraint(
            model_name='handover',
            constraint=models.UniqueConstraint(fields=('event', 'client_uuid'), name='hand_over_sent_once'),
        ),
        migrations.AddConstraint(
            model_name='handover',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('channel', 'table'), ('table__isnull', False)), ('participant__isnull', False), _connector='OR'), name='hand_over_to_somebody'),
        ),
        migrations.AddConstraint(
            model_name='handover',
            constraint=models.CheckConstraint(condition=models.Q(('receiver', 'self'), models.Q(('receiver_name', ''), _negated=True), _connector='OR'), name='hand_over_receiver_has_name'),
        ),
        migrations.AddConstraint(
            model_name='handover',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('undo_reason', ''), ('undone_at__isnull', True), ('undone_by__isnull', True)), models.Q(('undone_at__isnull', False), ('undone_by__isnull', False), models.Q(('undo_reason', ''), _negated=True)), _connector='OR'), name='hand_over_undone_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.UniqueConstraint(fields=('event', 'name', 'specification'), name='prize_once'),
        ),
        migrations.AddConstraint(
            model_name='prize',
            constraint=models.CheckConstraint(condition=models.Q(('value__gte', 0)), name='prize_value_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.UniqueConstraint(condition=models.Q(('rank', ''), _negated=True), fields=('event', 'rank', 'first_piece', 'prize'), name='plan_rank_prize_once'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.UniqueConstraint(condition=models.Q(('playoff_kind', ''), _negated=True), fields=('event', 'playoff_kind', 'place', 'prize'), name='plan_playoff_prize_once'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.UniqueConstraint(condition=models.Q(('consolation', ''), _negated=True), fields=('event', 'consolation', 'prize'), name='plan_consolation_prize_once'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('rank', ''), _negated=True), ('consolation', ''), ('place__isnull', True), ('playoff_kind', '')), models.Q(('consolation', ''), ('rank', ''), models.Q(('playoff_kind', ''), _negated=True), ('place__gte', 1)), models.Q(('place__isnull', True), ('playoff_kind', ''), ('rank', ''), models.Q(('consolation', ''), _negated=True)), _connector='OR'), name='plan_for_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('given_at', 'desk'), models.Q(models.Q(('rank', ''), _negated=True), models.Q(('rank', 'zhuangyuan'), _negated=True)), _connector='OR'), name='plan_lower_ranks_at_table'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gte', 1)), name='plan_quantity_from_one'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('first_piece__gte', 1)), name='plan_piece_from_one'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('share__isnull', True), models.Q(models.Q(('rank', ''), _negated=True), ('share__gte', 1)), _connector='OR'), name='plan_share_of_a_rank'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('people__isnull', True), models.Q(('consolation', ''), _negated=True), _connector='OR'), name='plan_people_of_a_consolation'),
        ),
        migrations.AddConstraint(
            model_name='planline',
            constraint=models.CheckConstraint(condition=models.Q(('last_piece__isnull', True), ('last_piece__gte', models.F('first_piece')), _connector='OR'), name='plan_pieces_in_order'),
        ),
        migrations.AddConstraint(
            model_name='movementline',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gte', 1)), name='movement_line_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='movementline',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='movement_line_goes_elsewhere'),
        ),
        migrations.AddConstraint(
            model_name='prizesettings',
            constraint=models.CheckConstraint(condition=models.Q(('cap__isnull', True), ('cap__gt', 0), _connector='OR'), name='prize_cap_positive'),
        ),
        migrations.AddConstraint(
            model_name='prizesettings',
            constraint=models.CheckConstraint(condition=models.Q(('high_value__isnull', True), ('high_value__gt', 0), _connector='OR'), name='prize_high_value_positive'),
        ),
        migrations.AddConstraint(
            model_name='redrawwin',
            constraint=models.UniqueConstraint(condition=models.Q(('absent_at__isnull', True)), fields=('claim',), name='redraw_win_once'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('consolation', ''), ('piece__isnull', True), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', True), ('participant__isnull', True)), models.Q(models.Q(models.Q(('consolation', ''), ('piece__isnull', False), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', True)), models.Q(('consolation', ''), ('piece__isnull', True), ('place__gte', 1), ('playoff__isnull', False), ('redraw_win__isnull', True)), models.Q(('piece__isnull', True), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', True), models.Q(('consolation', ''), _negated=True)), models.Q(('consolation', ''), ('piece__isnull', True), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', False)), _connector='OR'), ('participant__isnull', False)), _connector='OR'), name='delivery_for_stock_or_somebody'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gte', 1)), name='delivery_of_something'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('taken_at__isnull', True), ('taken_by__isnull', True)), models.Q(('taken_at__isnull', False), ('taken_by__isnull', False)), _connector='OR'), name='delivery_taken_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(('delivered_at__isnull', True), models.Q(('cancelled_at__isnull', True), ('taken_at__isnull', False)), _connector='OR'), name='delivery_taken_before_delivered'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('cancelled_at__isnull', True), ('cancelled_by__isnull', True)), models.Q(('cancelled_at__isnull', False), ('cancelled_by__isnull', False)), _connector='OR'), name='delivery_cancelled_by_somebody'),
        ),
        migrations.AddConstraint(
            model_name='delivery',
            constraint=models.UniqueConstraint(condition=models.Q(('cancelled_at__isnull', True), ('delivered_at__isnull', True), ('piece__isnull', False)), fields=('piece', 'prize'), name='delivery_of_a_piece_once'),
        ),
        migrations.AddIndex(
            model_name='claim',
            index=models.Index(fields=['event', 'participant'], name='claim_by_person'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('consolation', ''), ('piece__isnull', False), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', True)), models.Q(('consolation', ''), ('piece__isnull', True), ('place__gte', 1), ('playoff__isnull', False), ('redraw_win__isnull', True)), models.Q(('piece__isnull', True), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', True), models.Q(('consolation', ''), _negated=True)), models.Q(('consolation', ''), ('piece__isnull', True), ('place__isnull', True), ('playoff__isnull', True), ('redraw_win__isnull', False)), _connector='OR'), name='claim_for_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(condition=models.Q(('piece__isnull', False), ('state__in', ['handed_over', 'forfeited'])), fields=('piece', 'prize'), name='claim_piece_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(condition=models.Q(('playoff__isnull', False), ('state__in', ['handed_over', 'forfeited'])), fields=('playoff', 'place', 'prize'), name='claim_place_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ['handed_over', 'forfeited']), models.Q(('consolation', ''), _negated=True)), fields=('participant', 'consolation', 'prize'), name='claim_consolation_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.UniqueConstraint(condition=models.Q(('redraw_win__isnull', False), ('state__in', ['handed_over', 'forfeited'])), fields=('redraw_win', 'prize'), name='claim_redraw_once'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gte', 1)), name='claim_of_something'),
        ),
        migrations.AddConstraint(
            model_name='claim',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('hand_over__isnull', True), ('state', 'forfeited')), models.Q(('hand_over__isnull', False), ('state__in', ['handed_over', 'kept'])), ('state', 'taken_back'), _connector='OR'), name='claim_handed_over_by_a_hand_over'),
        ),
        migrations.AddConstraint(
            model_name='stocklevel',
            constraint=models.UniqueConstraint(fields=('location', 'prize'), name='stock_level_once'),
        ),
        migrations.AddConstraint(
            model_name='stocklevel',
            constraint=models.CheckConstraint(condition=models.Q(('quantity__gte', 0)), name='stock_never_negative'),
        ),
        migrations.AddConstraint(
            model_name='tablecount',
            constraint=models.CheckConstraint(condition=models.Q(('expected', models.F('counted')), models.Q(('reason', ''), _negated=True), _connector='OR'), name='count_differs_for_a_reason'),
        ),
    ]
