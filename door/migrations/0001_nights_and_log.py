import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import charityshop.db.public_id


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('bookings', '0012_departures'),
        ('events', '0011_occurrence_moved_from'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Night',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=charityshop.db.public_id.new_public_id, editable=False, max_length=24, unique=True)),
                ('closed_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('occurrence', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='night', to='events.occurrence')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(models.Q(('closed_at', None), ('closed_by', None)), models.Q(('closed_at__isnull', False), ('closed_by__isnull', False)), _connector='OR'), name='a_closed_night_says_who')],
            },
        ),
        migrations.CreateModel(
            name='Link',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=charityshop.db.public_id.new_public_id, editable=False, max_length=24, unique=True)),
                ('role', models.CharField(choices=[('door', 'Door'), ('till', 'Till')], max_length=4)),
                ('key_hash', models.CharField(editable=False, max_length=64)),
                ('pin_hmac', models.CharField(editable=False, max_length=64)),
                ('ends_at', models.DateTimeField()),
                ('revoked_at', models.DateTimeField(blank=True, null=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('night', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='links', to='door.night')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('key_hash',), name='link_key_is_unique')],
            },
        ),
        migrations.CreateModel(
            name='Device',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('public_id', models.CharField(default=charityshop.db.public_id.new_public_id, editable=False, max_length=24, unique=True)),
                ('uuid', models.UUIDField(help_text="The phone's own ID.")),
                ('name', models.CharField(blank=True, help_text="The volunteer's first name.", max_length=40)),
                ('token_hash', models.CharField(blank=True, editable=False, help_text='Empty: it is signed out.', max_length=64, null=True, unique=True)),
                ('queued', models.PositiveIntegerField(default=0, help_text='Entries that it still had to send.')),
                ('link', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='devices', to='door.link')),
                ('night', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='devices', to='door.night')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('night', 'uuid'), name='one_device_per_night')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.BigIntegerField(help_text='Numbers the entries of a phone from 1.')),
                ('at', models.DateTimeField(help_text="By the phone's clock.")),
                ('offset_ms', models.BigIntegerField(default=0, help_text="Milliseconds that the shop's clock is ahead.")),
                ('received_at', models.DateTimeField()),
                ('kind', models.CharField(choices=[('in', 'In'), ('undo', 'Undo'), ('guest', 'Guest'), ('sale', 'Sale'), ('cash', 'Cash'), ('unusable', 'Unusable')], max_length=8)),
                ('h', models.CharField(blank=True, editable=False, max_length=16, verbose_name='hash')),
                ('seats', models.PositiveIntegerField(default=0)),
                ('body', models.JSONField(blank=True, default=dict, help_text='The rest of it, as sent.')),
                ('device', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='door.device')),
                ('ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='bookings.pass')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['pk'],
                'constraints': [models.UniqueConstraint(fields=('device', 'seq'), name='one_entry_per_seq'), models.CheckConstraint(condition=models.Q(('seq__gte', 1)), name='entry_seq_from_one')],
            },
        ),
        migrations.CreateModel(
            name='EntryText',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(blank=True, max_length=40)),
                ('note', models.CharField(blank=True, max_length=200)),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='text', to='door.entry')),
            ],
        ),
    ]
