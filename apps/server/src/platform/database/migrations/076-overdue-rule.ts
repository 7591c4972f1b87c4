import { sql, type Kysely } from 'kysely'

/** Default rules also report missed fix targets; rules that were changed are kept. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const before = `array['minimumMissed', 'minimumMet', 'policyViolated', 'scanFailed', 'sourceFailing',
  'advisoryDataOld', 'tokenEnding', 'exclusionEnding']`

const statements = [
  `create or replace function add_first_notification_rules(account uuid) returns void language sql as $$
    insert into notification_rule (account_uuid, uuid, kinds, settings, is_active)
    select account, gen_random_uuid(), first.kinds, jsonb_build_object(
      'name', first.name, 'minimumSeverity', first.severity, 'onlyWithFix', false, 'projectUuids', '[]'::jsonb,
      'tags', '[]'::jsonb, 'toInbox', true, 'cadence', first.cadence, 'quietHours', null, 'timeZone', 'UTC'),
      true
    from (values
      ('Urgent findings', array['malware', 'knownExploited', 'findingOpened', 'advisoryPublished'], 'CRITICAL',
        'immediate'),
      ('Minimum scores and failures', ${before} || array['targetOverdue'], 'LOW', 'immediate'),
      ('Weekly summary', array['findingOpened', 'advisoryPublished', 'findingFixed', 'memberChanged'], 'MEDIUM',
        'weekly')
    ) as first (name, kinds, severity, cadence)
  $$`,
  `update notification_rule set kinds = kinds || array['targetOverdue']
    where settings ->> 'name' = 'Minimum scores and failures' and kinds = ${before}`,
  `create index notification_reminder_by_age on notification_reminder (told_at)`,
]
