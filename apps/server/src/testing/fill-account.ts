import { type RawBuilder, sql } from 'kysely'
import type { Database } from '#platform/database/database.ts'
import { scanPoint } from '#scanning/scans/series-store.ts'

interface Filled {
  accountUuid: string
  memberUuid: string
  teamUuid: string
  rows: number
}

/** Inserts `rows` rows of everything an account lists, about 300 bytes each, with equal timestamps per kind. */
export async function fillAccount(db: Database, filled: Filled): Promise<void> {
  for (const fill of [
    ...projects(filled),
    ...groups(filled),
    ...members(filled),
    ...rules(filled),
    ...deliveries(filled),
    ...tags(filled),
    ...upgrades(filled),
    ...reports(filled),
    ...conversations(filled),
    ...savedViews(filled),
    ...cases(filled),
    ...intake(filled),
  ])
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
  sql`insert into scan_row (account_uuid, branch_uuid, number, uuid, project_uuid, build_uuid, scanned_at,
      security_score, stability_score, licensing_score, security_penalty, stability_penalty, licensing_penalty,
      formula_version, outcome, component_count, languages, files, vulnerability_count, vulnerability_delta,
      identified_count, mitigation_count, identified_total, addressed_total)
    select account_uuid, uuid, 1, gen_random_uuid(), project_uuid, uuid, now(), 90, 90, 90, 0, 0, 0, 1,
      'UNDECLARED', 0, '{}', '{}', 0, 0, 0, 0, 0, 0
    from branch where account_uuid = ${account(filled)}`,
  sql`insert into branch_series (account_uuid, branch_uuid, chunk, points, flow)
    select account_uuid, branch_uuid, 0, ${scanPoint}, '' from scan where account_uuid = ${account(filled)}`,
  sql`insert into branch_license (account_uuid, branch_uuid, position, project_uuid, license, source, components,
      violating, policies)
    select account_uuid, uuid, number, project_uuid,
      case number when 0 then '' when 4 then 'License of ' || uuid else 'License-' || number end,
      'declared', 10, 1, array['policy ' || number % 7]
    from branch cross join generate_series(0, 4) number where account_uuid = ${account(filled)}`,
]

/** Groups below one that every second project is in, and versions of all projects. */
const groups = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into project_group (account_uuid, uuid, kind, name, path)
    select ${account(filled)}, uuid, 'product', 'all', array[uuid] from gen_random_uuid() uuid`,
  sql`insert into project_group (account_uuid, uuid, parent_uuid, kind, name, description, path)
    select ${account(filled)}, made.uuid, top.uuid, 'product', number, ${wide}, top.path || made.uuid
    from project_group top cross join ${numbers(filled)}
    cross join lateral (select gen_random_uuid() as uuid where number > 0) made
    where top.account_uuid = ${account(filled)}`,
  sql`insert into group_project (account_uuid, group_uuid, project_uuid)
    select project.account_uuid, top.uuid, project.uuid from project
    join project_group top on top.account_uuid = project.account_uuid and top.parent_uuid is null
    where project.account_uuid = ${account(filled)} and project.name::int % 2 = 0`,
  sql`update project set group_uuids = top.path from project_group top
    where project.account_uuid = ${account(filled)} and top.account_uuid = ${account(filled)}
      and top.parent_uuid is null and project.name::int % 2 = 0`,
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
  // An account has few, all of which a scan reads.
  sql`insert into own_advisory (account_uuid, uuid, id, version, document)
    select ${account(filled)}, gen_random_uuid(), 'SAMPLE-' || number, ${filled.rows},
      '{"id": "SAMPLE-' || number || '", "affected": []}'
    from ${numbers(filled)} where number <= 4`,
  sql`insert into own_advisory_version (account_uuid, advisory_uuid, version, document)
    select account_uuid, uuid, number, document from ${numbers(filled)} cross join (
      select account_uuid, uuid, document from own_advisory
      where account_uuid = ${account(filled)} and id = 'SAMPLE-1') advisory`,
  sql`insert into package_registry (account_uuid, uuid, ecosystem, pattern, prefixes, url, credential_kind)
    select ${account(filled)}, gen_random_uuid(), 'npm', '@' || number, array['@' || number || '/'],
      'https://npm.example.org/' || repeat('x', 300), 'none'
    from ${numbers(filled)}`,
  sql`insert into isaac_policy (account_uuid, sysid, tool, title, description, default_severity)
    select ${account(filled)}, 'CKV_' || number, 'Checkov', ${wide}, '', 'high' from ${numbers(filled)}`,
  sql`insert into policy (account_uuid, uuid, name, description, condition, effect, mode, when_unknown)
    select ${account(filled)}, gen_random_uuid(), 'rule ' || number % 7, ${wide}, 'finding.kev', 'warn', 'on', 'pass'
    from ${numbers(filled)}`,
  // One of them hits something in the last scan of each branch.
  sql`update branch set last_scan_uuid = scan_row.uuid from scan_row
    where branch.account_uuid = ${account(filled)} and scan_row.account_uuid = ${account(filled)}
      and scan_row.branch_uuid = branch.uuid`,
  sql`insert into rule_result (account_uuid, scan_uuid, position, branch_uuid, rule_uuid, name, effect, mode, hit_count,
      undecided_count, passed_unknown, fails, hits, issues)
    select account_uuid, last_scan_uuid, 0, uuid,
      (select min(uuid::text)::uuid from policy where account_uuid = ${account(filled)}), 'rule', 'warn', 'on', 2, 0, 0,
      false, '[{"kind": "scan", "key": "", "label": "x", "unknown": []}]', '[]'
    from branch where account_uuid = ${account(filled)}`,
  sql`insert into policy (account_uuid, uuid, kind, name, license_mode, licenses, tags, mode)
    select ${account(filled)}, gen_random_uuid(), 'licenses', 'policy ' || number % 7, 'DENY',
      array['LicenseRef-' || repeat('x', 180), 'LicenseRef-' || number || repeat('x', 120)], '{}', 'on'
    from ${numbers(filled)}`,
]

const deliveries = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into integration_delivery (account_uuid, uuid, integration, topic, subject, state, finished_at)
    select ${account(filled)}, gen_random_uuid(), 'datadog', number, to_jsonb(${wide}::text), 'delivered', now() from ${numbers(filled)}`,
]

/** A quarter as many, but wider, and one shared by all projects. */
const tags = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into tag (account_uuid, uuid, name) values (${account(filled)}, gen_random_uuid(), 'common')`,
  sql`insert into tag (account_uuid, uuid, name)
    select ${account(filled)}, gen_random_uuid(), 'tag ' || number || repeat('x', 1200) from ${numbers(filled)}
    where number % 4 = 0`,
]

/** One per branch; half of them have a decision. */
const upgrades = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into branch_upgrade (account_uuid, branch_uuid, position, project_uuid, ecosystem, package_name,
      display_name, to_version, step, is_known_release, from_versions, is_direct, through, lockfile, critical, high,
      medium, low, none, unknown, shared, cves, instructions)
    select account_uuid, uuid, 0, project_uuid, 'npm', 'package-' || number, 'package-' || number, '2.0.0', 2, true,
      '{1.0.0}', true, '{}', 'package-lock.json', 0, 1, 0, 0, 0, 0, 0, '{CVE-2020-1234}',
      '[{"lockfile": "package-lock.json", "commands": ["npm install a@2.0.0"]}]'
    from (
      select account_uuid, uuid, project_uuid, row_number() over (order by uuid) as number from branch
      where account_uuid = ${account(filled)}) numbered`,
  sql`insert into upgrade_decision (account_uuid, digest, ecosystem, package_name, to_version, assignee_uuid,
      snoozed_until, decided_by)
    select ${account(filled)}, decode(md5(number::text), 'hex'), 'npm', 'package-' || number, '2.0.0',
      case when number % 4 = 0 then ${filled.memberUuid}::uuid end,
      case when number % 4 = 2 then now() + interval '7 days' end, ${filled.memberUuid}::uuid
    from ${numbers(filled)} where number % 2 = 0`,
]

const about = sql`jsonb_build_object('name', ${wide}, 'teamUuid', null, 'tag', 'common', 'projectUuid', null, 'branch',
  null, 'sections', '["fixes"]'::jsonb, 'formats', '["json"]'::jsonb)`

const reports = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into report_export (account_uuid, uuid, kind, request, formats, state, progress, created_by,
      finished_at, expires_at)
    select ${account(filled)}, gen_random_uuid(), 'era',
      ${about} || '{"startDate": "2026-01-01", "endDate": "2026-01-31", "isScheduled": true}'::jsonb, '{json}',
      'ready', 100, 'a@example.org', now(), now() + interval '90 days'
    from ${numbers(filled)}`,
  sql`insert into report_export_piece (account_uuid, export_uuid, attempt, format, number, content)
    select account_uuid, uuid, 0, 'json', 0, '' from report_export where account_uuid = ${account(filled)}`,
  sql`insert into report_schedule (account_uuid, uuid, member_uuid, created_by, every, request, formats, next_at)
    select ${account(filled)}, gen_random_uuid(), ${filled.memberUuid}::uuid, 'a@example.org', 'week', ${about},
      '{json}', date_trunc('day', now()) + interval '7 days'
    from ${numbers(filled)}`,
]

/** Open and closed ones; the first has as many entries. */
/** Four tests and a property of each branch. */
const intake = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into dojo_test (account_uuid, id, branch_uuid, title, scan_type)
    select account_uuid, row_number() over (), uuid, kind, 'Trivy Scan' from branch
    cross join (values ('a'), ('b'), ('c'), ('d')) kinds(kind) where account_uuid = ${account(filled)}`,
  sql`insert into version_property (account_uuid, branch_uuid, group_name, name, value, type)
    select account_uuid, uuid, 'ci', 'job', '7', 'INTEGER' from branch where account_uuid = ${account(filled)}`,
]

const cases = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into exploited_case (account_uuid, uuid, advisory_uuid, aware_at, facts, closed_at)
    select ${account(filled)}, gen_random_uuid(), gen_random_uuid(), now() - number * interval '1 minute',
      '{"isListed": {"value": true, "source": "catalog"}, "isExposed": {"value": true, "source": "assumed"},
        "isAutomatable": {"value": true, "source": "assumed"}, "hasTotalImpact": {"value": true, "source": "assumed"}}',
      case when number % 2 = 0 then now() end
    from ${numbers(filled)}`,
  sql`insert into case_deadline (account_uuid, case_uuid, regime, step, position, starts, hours, due_at)
    select account_uuid, uuid, 'cra', 'early-warning', 0, 'aware', 24, now() from exploited_case
    where account_uuid = ${account(filled)}`,
  sql`insert into case_entry (account_uuid, case_uuid, kind, text)
    select account_uuid, uuid, 'comment', ${wide} from ${numbers(filled)} cross join lateral (
      select account_uuid, uuid from exploited_case where account_uuid = ${account(filled)}
      order by aware_at desc limit 1) newest`,
]

/** Half of them for all members. */
const savedViews = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into saved_view (account_uuid, uuid, list, name, criteria, private_of, created_by)
    select ${account(filled)}, gen_random_uuid(), 'fixes', number, jsonb_build_object('project', ${wide}),
      case when number % 2 = 0 then ${filled.memberUuid}::uuid end, ${filled.memberUuid}::uuid
    from ${numbers(filled)}`,
]

/** One per member, 50 of the calling member, who also has all recorded usage. */
const conversations = (filled: Filled): RawBuilder<unknown>[] => [
  sql`insert into assistant_account (account_uuid, is_allowed) values (${account(filled)}, true)`,
  sql`insert into assistant_conversation (account_uuid, uuid, member_uuid, title, summary)
    select account_uuid, gen_random_uuid(), uuid, repeat('x', 300), '{"sections": [], "sources": []}' from member
    cross join generate_series(1, case when uuid = ${filled.memberUuid}::uuid then 50 else 1 end)
    where account_uuid = ${account(filled)}`,
  sql`insert into assistant_message (account_uuid, conversation_uuid, number, question, answer, state, sent, model,
      host)
    select account_uuid, uuid, number, repeat('x', 300), '', 'answered',
      '{"requests": 1, "characters": 1, "lookups": []}', 'filled', 'example.org'
    from assistant_conversation cross join generate_series(1, 2) number where account_uuid = ${account(filled)}`,
  sql`insert into assistant_use (account_uuid, member_uuid, day, tokens, questions)
    select ${account(filled)}, ${filled.memberUuid}::uuid, current_date - number, 1000, 1 from ${numbers(filled)}`,
]
