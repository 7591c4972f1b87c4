import { sql, type Kysely } from 'kysely'

/** Reevaluates infrastructure findings when a policy changes, without a new upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  // null: reevaluated after a policy change, without upload.
  `alter table isaac_scan alter column build_uuid drop not null`,
  // The scanner's severity; the effective one is severity.
  `alter table isaac_finding add column scanner_severity text`,
  `update isaac_finding set scanner_severity = case
      when isaac_policy.severity is null then isaac_finding.severity
      else isaac_policy.default_severity
    end
    from isaac_policy
    where isaac_policy.account_uuid = isaac_finding.account_uuid and isaac_policy.sysid = isaac_finding.sysid`,
  // Rules over the limit of policies.
  `update isaac_finding set scanner_severity = severity where scanner_severity is null`,
  `alter table isaac_finding alter column scanner_severity set not null`,
  `create index isaac_finding_of_rule on isaac_finding (account_uuid, sysid) where ended_at is null`,
]
