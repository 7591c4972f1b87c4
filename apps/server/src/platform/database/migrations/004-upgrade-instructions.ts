import { sql, type Kysely } from 'kysely'

/** How to do each upgrade, and whether it replaces malware. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table branch_upgrade
    add column is_malware boolean not null default false,
    -- For each file that lists the package; as PlacedInstruction of the engine.
    add column instructions jsonb not null default '[]'`,
  // The next sync rescans branches with open findings, which plans their upgrades again.
  `insert into advisory_changed_package (ecosystem, package_name)
    select distinct ecosystem, package_name from finding where ended_at is null
    on conflict do nothing`,
]
