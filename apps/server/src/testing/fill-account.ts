import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'

interface Filled {
  accountUuid: string
  memberUuid: string
  teamUuid: string
  rows: number
}

/** That many of everything that an account lists, each of some 300 bytes; all of a kind have one moment. */
export async function fillAccount(db: Database, filled: Filled): Promise<void> {
  for (const fill of [...projects(filled), ...members(filled), ...rules(filled), ...tags(filled)])
    await fill.execute(db)
}

const wide = sql`number || repeat('x', 300)`
const numbers = ({ rows }: Filled) => sql`generate_series(1, ${rows}::int) number`
const account = ({ accountUuid }: Filled) => sql`${accountUuid}::uuid`

const projects = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into project (account_uuid, uuid, url, name, tags)
    select ${account(filled)}, gen_random_uuid(), 'https://example.org/' || ${wide}, number, '{common}'
    from ${numbers(filled)}`,
  sql`insert into branch (account_uuid, uuid, project_uuid, name, last_number, last_scanned_at)
    select account_uuid, gen_random_uuid(), uuid, 'main', 1, now() from project
    where account_uuid = ${account(filled)}`,
  sql`insert into scan (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at,
      security_score, stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty,
      formula_version, outcome, component_count, languages, files, vulnerability_count, vulnerability_delta,
      identified_count, mitigation_count, identified_total, addressed_total)
    select account_uuid, uuid, 1, gen_random_uuid(), project_uuid, uuid, now(), 90, 90, 90, 0, 0, 0, 1,
      'UNDECLARED', 0, '{}', '{}', 0, 0, 0, 0, 0, 0
    from branch where account_uuid = ${account(filled)}`,
]

const members = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into member (account_uuid, uuid, name, email, role)
    select ${account(filled)}, gen_random_uuid(), ${wide}, number || '@example.org', 'Viewer'
    from ${numbers(filled)}`,
  sql`insert into team_member (account_uuid, team_uuid, member_uuid, role)
    select account_uuid, ${filled.teamUuid}::uuid, uuid, 'Team viewer' from member
    where account_uuid = ${account(filled)}`,
  sql`insert into team (account_uuid, uuid, name, description)
    select ${account(filled)}, gen_random_uuid(), 'team ' || number, ${wide} from ${numbers(filled)}`,
  sql`insert into api_token (account_uuid, uuid, member_uuid, name, hash)
    select ${account(filled)}, gen_random_uuid(), ${filled.memberUuid}::uuid, ${wide}, number::text::bytea
    from ${numbers(filled)}`,
]

const rules = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into exclusion (account_uuid, uuid, domain, target, reason, description, created_by)
    select ${account(filled)}, gen_random_uuid(), 'security', '{"kind": "cve", "cve": "CVE-2020-1234"}',
      'mitigated', ${wide}, ${filled.memberUuid}::uuid
    from ${numbers(filled)}`,
  sql`insert into vex_document (account_uuid, uuid, format, document_id, title, author, issued_at, statement_count,
      content, created_by)
    select ${account(filled)}, gen_random_uuid(), 'openvex', number, ${wide}, '', now(), ${filled.rows},
      -- Nothing, compressed.
      '\\x28b52ffd2000010000', ${filled.memberUuid}::uuid
    from ${numbers(filled)}`,
  sql`insert into vex_statement (account_uuid, document_uuid, position, ids, status, detail, product, package,
      stated_at)
    select account_uuid, uuid, number, '{CVE-2020-1234}', 'fixed', '', '{"id": "pkg:npm/a", "versions": null}', 'npm a', now()
    from ${numbers(filled)} cross join (
      select account_uuid, uuid from vex_document where account_uuid = ${account(filled)} limit 1) document`,
  sql`insert into component_override (account_uuid, kind, ecosystem, package_name, version, name, content, created_by)
    select ${account(filled)}, kind, 'npm', 'package-' || number, '*', 'package-' || number,
      'LicenseRef-' || repeat('x', 300), ${filled.memberUuid}::uuid
    from ${numbers(filled)} cross join (values ('license'), ('copyright')) as given (kind)`,
  sql`insert into license_policy (account_uuid, uuid, name, mode, licenses, tags, is_active)
    select ${account(filled)}, gen_random_uuid(), 'policy ' || number % 7, 'DENY',
      array['LicenseRef-' || repeat('x', 180), 'LicenseRef-' || number || repeat('x', 120)], '{}', true
    from ${numbers(filled)}`,
]

/** Fewer and wider ones, beside one that all projects have. */
const tags = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into tag (account_uuid, uuid, name) values (${account(filled)}, gen_random_uuid(), 'common')`,
  sql`insert into tag (account_uuid, uuid, name)
    select ${account(filled)}, gen_random_uuid(), 'tag ' || number || repeat('x', 1200) from ${numbers(filled)}
    where number % 4 = 0`,
]
