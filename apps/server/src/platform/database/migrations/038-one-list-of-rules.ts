import { type Kysely, sql } from 'kysely'

/**
 * Minimum scores and license policies become rules: `policy` has all of them. Processes of an older version find what
 * they know under the names before, as views and in columns that triggers keep in step.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table policy_rule rename to policy`.execute(db)
  await sql`
    alter table policy
      add column kind text not null default 'condition' check (kind in ('condition', 'licenses', 'scores')),
      -- Of the kind 'licenses'.
      add column license_mode text,
      add column licenses text[] not null default '{}',
      add column deny_unknown boolean not null default true,
      -- Only for processes of an older version, otherwise mode.
      add column is_active boolean,
      -- Of the kind 'scores': what is absent is inherited.
      add column minimums jsonb not null default '{}',
      alter column condition set default '',
      alter column effect set default 'fail',
      alter column mode set default 'on',
      alter column when_unknown set default 'pass'`.execute(db)
  await sql`
    create view policy_rule as
    select account_uuid, uuid, name, description, condition, effect, mode, when_unknown, project_uuid, group_uuid, pattern,
      tags, team_uuids, created_at, changed_at, decision
    from policy where kind = 'condition'`.execute(db)
  await sql`alter table rule_result add column kind text not null default 'condition'`.execute(db)
  await keepModeInStep(db)
  await moveLicensePolicies(db)
  await moveMinimums(db)
  await keepMinimumsInStep(db)
}

const keepModeInStep = async (db: Kysely<unknown>): Promise<void> => {
  await sql`
    create function keep_policy_mode() returns trigger language plpgsql as $$
    begin
      if new.is_active is null or (tg_op = 'UPDATE' and new.mode is distinct from old.mode) then
        new.is_active := new.mode <> 'off';
      elsif new.is_active <> (new.mode <> 'off') then
        new.mode := case when new.is_active then 'on' else 'off' end;
      end if;
      return new;
    end $$`.execute(db)
  await sql`
    create trigger policy_mode before insert or update on policy for each row
    when (new.kind = 'licenses') execute function keep_policy_mode()`.execute(db)
}

async function moveLicensePolicies(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into policy (account_uuid, uuid, kind, name, license_mode, licenses, pattern, tags, is_active, created_at,
      changed_at, team_uuids, deny_unknown)
    select account_uuid, uuid, 'licenses', name, mode, licenses, pattern, tags, is_active, created_at, created_at,
      team_uuids, deny_unknown from license_policy`.execute(db)
  await sql`drop table license_policy`.execute(db)
  // Lists are read by page.
  await sql`create index policy_by_name on policy (account_uuid, name, uuid)`.execute(db)
  await sql`
    create view license_policy as
    select account_uuid, uuid, name, license_mode as mode, licenses, pattern, tags, is_active, created_at, team_uuids,
      deny_unknown, kind
    from policy where kind = 'licenses'`.execute(db)
  await sql`alter view license_policy alter column kind set default 'licenses'`.execute(db)
}

/** One for the account, each tag, group and project. */
async function moveMinimums(db: Kysely<unknown>): Promise<void> {
  await sql`
    create unique index policy_of_scores on policy (account_uuid, coalesce(project_uuid, group_uuid, account_uuid), tags)
    where kind = 'scores'`.execute(db)
  await sql`
    insert into policy (account_uuid, uuid, kind, name, project_uuid, group_uuid, tags, minimums)
    select account_uuid, gen_random_uuid(), 'scores', 'Minimum scores', project_uuid, group_uuid, tags,
      jsonb_strip_nulls(minimums)
    from (
      select uuid as account_uuid, null::uuid as project_uuid, null::uuid as group_uuid, '{}'::text[] as tags,
        minimum_scores as minimums from account
      union all select account_uuid, uuid, null, '{}', own_minimums from project
      union all select account_uuid, null, uuid, '{}', minimums from project_group
      union all select tag.account_uuid, null, null, array[tag.name], jsonb_build_object('security', security,
        'stability', stability, 'licensing', licensing)
        from tag_threshold join tag on tag.account_uuid = tag_threshold.account_uuid and tag.uuid = tag_uuid) found
    where jsonb_strip_nulls(minimums) <> '{}'`.execute(db)
}

/** The account's, of a project or of a group: in a column of their rows. */
const holders = [
  ['account', 'minimum_scores', 'update', 'uuid', 'null::uuid', 'null::uuid'],
  ['project', 'own_minimums', 'update', 'account_uuid', 'new.uuid', 'null::uuid'],
  ['project_group', 'minimums', 'insert or update', 'account_uuid', 'null::uuid', 'new.uuid'],
] as const

async function keepMinimumsInStep(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function set_minimums(account uuid, project uuid, in_group uuid, of_tags text[], given jsonb)
    returns void language plpgsql as $$
    begin
      if coalesce(jsonb_strip_nulls(given), '{}') = '{}' then
        delete from policy where kind = 'scores' and account_uuid = account and tags = of_tags
          and project_uuid is not distinct from project and group_uuid is not distinct from in_group;
      else
        insert into policy (account_uuid, uuid, kind, name, project_uuid, group_uuid, tags, minimums)
        values (account, gen_random_uuid(), 'scores', 'Minimum scores', project, in_group, of_tags,
          jsonb_strip_nulls(given))
        on conflict (account_uuid, coalesce(project_uuid, group_uuid, account_uuid), tags) where kind = 'scores'
        do update set minimums = excluded.minimums, changed_at = now();
      end if;
    end $$`.execute(db)
  for (const [table, column, events, account, project, group] of holders) {
    await sql`
      create function ${sql.raw(`${table}_minimums`)}() returns trigger language plpgsql as $$
      begin
        perform set_minimums(new.${sql.raw(account)}, ${sql.raw(project)}, ${sql.raw(group)}, '{}', new.${sql.raw(column)});
        return null;
      end $$`.execute(db)
    await sql`
      create trigger ${sql.raw(`${table}_minimums`)} after ${sql.raw(events)} of ${sql.raw(column)} on ${sql.raw(table)}
      for each row when (pg_trigger_depth() = 0) execute function ${sql.raw(`${table}_minimums`)}()`.execute(
      db,
    )
  }
  await keepThresholdsInStep(db)
  await keepColumnsInStep(db)
}

async function keepThresholdsInStep(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tag_minimums() returns trigger language plpgsql as $$
    declare changed tag_threshold := case when tg_op = 'DELETE' then old else new end;
    begin
      perform set_minimums(changed.account_uuid, null, null, array[tag.name], case when tg_op = 'DELETE' then null
        else jsonb_build_object('security', new.security, 'stability', new.stability, 'licensing', new.licensing) end)
      from tag where tag.account_uuid = changed.account_uuid and tag.uuid = changed.tag_uuid;
      return null;
    end $$`.execute(db)
  await sql`
    create trigger tag_minimums after insert or update or delete on tag_threshold
    for each row when (pg_trigger_depth() = 0) execute function tag_minimums()`.execute(db)
}

/** What a process of this version changes, one of an older version reads. */
async function keepColumnsInStep(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function keep_minimums() returns trigger language plpgsql as $$
    declare
      changed policy := case when tg_op = 'DELETE' then old else new end;
      given jsonb := case when tg_op = 'DELETE' then null else new.minimums end;
    begin
      if changed.project_uuid is not null then
        update project set own_minimums = given
        where account_uuid = changed.account_uuid and uuid = changed.project_uuid;
      elsif changed.group_uuid is not null then
        update project_group set minimums = coalesce(given, '{}')
        where account_uuid = changed.account_uuid and uuid = changed.group_uuid;
      elsif changed.tags = '{}' then
        update account set minimum_scores = given where uuid = changed.account_uuid;
      else
        delete from tag_threshold using tag where tag.account_uuid = tag_threshold.account_uuid
          and tag.uuid = tag_uuid and tag.account_uuid = changed.account_uuid and tag.name = any(changed.tags);
        insert into tag_threshold (account_uuid, tag_uuid, security, stability, licensing)
        select account_uuid, uuid, (given ->> 'security')::int, (given ->> 'stability')::int,
          (given ->> 'licensing')::int
        from tag where given is not null and account_uuid = changed.account_uuid and name = any(changed.tags);
      end if;
      return null;
    end $$`.execute(db)
  for (const [event, row] of [
    ['insert', 'new'],
    ['update', 'new'],
    ['delete', 'old'],
  ] as const)
    await sql`
      create trigger ${sql.raw(`policy_minimums_${event}`)} after ${sql.raw(event)} on policy
      for each row when (${sql.raw(row)}.kind = 'scores' and pg_trigger_depth() = 0)
      execute function keep_minimums()`.execute(db)
}
