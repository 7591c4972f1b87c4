import { sql, type Kysely } from 'kysely'

/** Tokens end with the token that created them; emailed links with the password and address they were created for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const statements = [
  `alter table api_token
    add column parent_uuid uuid,
    add foreign key (account_uuid, parent_uuid) references api_token on delete cascade`,
  `create index on api_token (account_uuid, parent_uuid) where parent_uuid is not null`,
  // The member's credentials when the link was created; the link is invalid once they have changed.
  `alter table mailed_link add column login_digest bytea, add column is_mailed boolean not null default false`,
  `update mailed_link set login_digest =
      sha256(convert_to(concat_ws(chr(10), member.email, member.status = 'Pending', member.password_hash), 'UTF8'))
    from member
    where member.account_uuid = mailed_link.account_uuid and member.uuid = mailed_link.member_uuid`,
  `alter table mailed_link alter column login_digest set not null`,
  // An address belongs to an account once it is verified. So far, only administrators' links and the operator's
  // provider verified addresses; an invitation alone does not.
  `alter table login add column is_proved boolean not null default false`,
  `delete from login using member
    where member.account_uuid = login.account_uuid and member.uuid = login.member_uuid and member.status = 'Pending'`,
  `update login set is_proved = true from member
    where member.account_uuid = login.account_uuid and member.uuid = login.member_uuid
      and (member.password_hash is not null or exists (
        select from external_login
        where external_login.account_uuid = member.account_uuid and external_login.member_uuid = member.uuid
          and provider not like 'account %'))`,
  `create unique index on member (account_uuid, email)`,
  `create index on member (email)`,
  `create index on login (account_uuid, member_uuid)`,
]
