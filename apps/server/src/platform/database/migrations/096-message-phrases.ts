import { sql, type Kysely } from 'kysely'

/** Pending items store phrases instead of texts, so that each recipient gets their language. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

const verbatim = (column: string) =>
  `jsonb_build_object('phrase', 'verbatim', 'values', jsonb_build_object('text', ${column}))`

const statements = [
  `alter table notification_item
    alter column title type jsonb using ${verbatim('title')},
    alter column detail type jsonb using case when detail = '' then '[]' else jsonb_build_array(${verbatim('detail')}) end`,
  `alter table notification_item rename column detail to details`,
  // For chats, and email to addresses of non-members.
  `alter table notification_channel add column language text not null default 'en'`,
]
