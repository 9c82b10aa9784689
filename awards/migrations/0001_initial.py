
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
            name='Prize',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=80, verbose_name='name')),
                ('specification', models.CharField(blank=True, max_length=80, verbose_name='specification')),
                ('unit', models.CharField(default='份', max_length=12, verbose_name='unit')),
                ('value', models.DecimalField(decimal_places=2, default=Decimal('0'), max_digits=10, verbose_name='unit price (yuan)')),
                ('sponsor', models.CharField(blank=True, max_length=80, verbose_name='sponsor')),
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
                ('playoff_kind', models.CharField(blank=True, choices=[('zongzhuangyuan', 'Grand Zhuangyuan'), ('wangzhongwang', 'King of Zhuangyuan'), ('zongduitang', 'Grand Duitang')], max_length=20, verbose_name='play-off')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('quantity', models.PositiveSmallIntegerField(default=1, verbose_name='units a piece')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='plan_lines', to='bobing_event.event')),
                ('prize', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='plan_lines', to='awards.prize', verbose_name='prize')),
            ],
            options={
                'verbose_name': 'plan line',
                'verbose_name_plural': 'prize plan',
                'ordering': ['event', 'rank', 'first_piece', 'playoff_kind', 'place', 'id'],
            },
        ),
        migrations.CreateModel(
            name='Certificate',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('check_code', models.CharField(editable=False, max_length=16, verbose_name='check code')),
                ('place', models.PositiveSmallIntegerField(blank=True, null=True, verbose_name='place')),
                ('pattern', models.CharField(blank=True, max_length=20, verbose_name='pattern')),
                ('dice', models.CharField(blank=True, max_length=6, verbose_name='dice')),
                ('made_at', models.DateTimeField(verbose_name='made')),
                ('printed', models.PositiveSmallIntegerField(default=0, verbose_name='times printed')),
                ('voided_at', models.DateTimeField(blank=True, null=True, verbose_name='void since')),
                ('event', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='certificates', to='bobing_event.event')),
                ('made_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('participant', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='certificates', to='bobing_event.participant')),
                ('playoff', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.playoff')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tables.table')),
            ],
            options={
                'verbose_name': 'certificate',
                'verbose_name_plural': 'certificates',
                'ordering': ['event', 'number'],
                'constraints': [models.UniqueConstraint(fields=('event', 'number'), name='certificate_number_once'), models.UniqueConstraint(condition=models.Q(('table__isnull', False), ('voided_at__isnull', True)), fields=('table',), name='certificate_table_once'), models.UniqueConstraint(condition=models.Q(('playoff__isnull', False), ('voided_at__isnull', True)), fields=('playoff', 'place'), name='certificate_place_once'), models.CheckConstraint(condition=models.Q(models.Q(('place__isnull', True), ('playoff__isnull', True), ('table__isnull', False)), models.Q(('place__gte', 1), ('playoff__isnull', False), ('table__isnull', True)), _connector='OR'), name='certificate_for_table_or_playoff')],
            },
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
            constraint=models.CheckConstraint(condition=models.Q(models.Q(models.Q(('rank', ''), _negated=True), ('place__isnull', True), ('playoff_kind', '')), models.Q(('rank', ''), models.Q(('playoff_kind', ''), _negated=True), ('place__gte', 1)), _connector='OR'), name='plan_rank_or_playoff'),
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
            constraint=models.CheckConstraint(condition=models.Q(('last_piece__isnull', True), ('last_piece__gte', models.F('first_piece')), _connector='OR'), name='plan_pieces_in_order'),
        ),
    ]
