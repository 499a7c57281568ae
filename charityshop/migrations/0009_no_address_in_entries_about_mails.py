"""Remove email addresses from audit entries about emails.

The entries ("mail sent again") outlive the emails, and without the email nothing tells whose address it is.
"""

import re

from django.db import migrations

NAMED = re.compile(r'^(\w+) to \S+ (\(.+\))$')


def remove_addresses(apps, schema_editor):
    entries = apps.get_model('auditlog', 'LogEntry').objects.using(schema_editor.connection.alias)
    about_mails = entries.filter(content_type__app_label='charityshop', content_type__model='outgoingmail')
    for pk, named in about_mails.values_list('pk', 'object_repr').iterator():
        if NAMED.match(named):
            entries.filter(pk=pk).update(object_repr=NAMED.sub(r'\1 \2', named))


class Migration(migrations.Migration):

    dependencies = [
        ('charityshop', '0008_mail_by_owner'),
        ('auditlog', '0001_initial'),
        ('contenttypes', '0002_remove_content_type_name'),
    ]

    operations = [
        migrations.RunPython(remove_addresses, migrations.RunPython.noop, elidable=True),
    ]
