import type { Schema } from '#platform/database/schema.gen.ts'

/** Rows about a person: those that name the member, or the member's address. */
export interface PersonalRows {
  section: string
  table: keyof Schema
  /** The column that names the person, by uuid unless said otherwise. */
  of: string
  byAddress?: true
  /** What is exported. Never a hash, key or secret. */
  columns: readonly string[]
}

/** Each table with a column that names a member is here or in `impersonalColumns`. */
export const personalRows: readonly PersonalRows[] = [
  {
    section: 'member',
    table: 'member',
    of: 'uuid',
    columns: [
      'uuid',
      'email',
      'name',
      'given_name',
      'family_name',
      'user_name',
      'external_id',
      'role',
      'status',
      'language',
      'browser_language',
      'created_at',
    ],
  },
  { section: 'teams', table: 'team_member', of: 'member_uuid', columns: ['team_uuid', 'role'] },
  { section: 'groups owned', table: 'group_owner', of: 'member_uuid', columns: ['group_uuid'] },
  { section: 'logins', table: 'login', of: 'member_uuid', columns: ['email', 'is_proved'] },
  {
    section: 'logins of identity providers',
    table: 'external_login',
    of: 'member_uuid',
    columns: ['provider', 'subject', 'asserted_email', 'created_at'],
  },
  {
    section: 'sessions',
    table: 'session',
    of: 'member_uuid',
    columns: ['created_at', 'last_used_at', 'expires_at', 'address', 'agent'],
  },
  { section: 'second factors', table: 'second_factor', of: 'member_uuid', columns: ['method', 'is_active'] },
  {
    section: 'passkeys',
    table: 'passkey',
    of: 'member_uuid',
    columns: ['name', 'created_at', 'last_used_at'],
  },
  {
    section: 'API tokens',
    table: 'api_token',
    of: 'member_uuid',
    columns: ['name', 'access', 'created_at', 'last_used_at', 'expires_at'],
  },
  {
    section: 'notification rules',
    table: 'notification_rule',
    of: 'member_uuid',
    columns: ['kinds', 'to_email', 'is_active', 'created_at'],
  },
  {
    section: 'inbox',
    table: 'inbox_message',
    of: 'member_uuid',
    columns: ['message', 'created_at', 'read_at'],
  },
  {
    section: 'notifications sent',
    table: 'notification_delivery',
    of: 'recipient',
    byAddress: true,
    columns: ['kind', 'recipient', 'message', 'created_at'],
  },
  {
    section: 'saved filters',
    table: 'saved_view',
    of: 'private_of',
    columns: ['name', 'list', 'criteria', 'created_at'],
  },
  {
    section: 'reports',
    table: 'report_export',
    of: 'created_by',
    byAddress: true,
    columns: ['kind', 'request', 'created_at'],
  },
  {
    section: 'report schedules',
    table: 'report_schedule',
    of: 'created_by',
    byAddress: true,
    columns: ['every', 'request', 'created_at'],
  },
  {
    section: 'questions to the assistant',
    table: 'assistant_conversation',
    of: 'member_uuid',
    columns: ['title', 'summary', 'created_at'],
  },
  {
    section: 'use of the assistant',
    table: 'assistant_use',
    of: 'member_uuid',
    columns: ['day', 'tokens', 'questions', 'host'],
  },
  {
    section: 'comments',
    table: 'finding_comment',
    of: 'member_uuid',
    columns: ['project_uuid', 'text', 'created_at', 'edited_at'],
  },
  {
    section: 'triage',
    table: 'finding_change',
    of: 'member_uuid',
    columns: ['project_uuid', 'kind', 'before', 'after', 'reason', 'at'],
  },
  {
    section: 'entries in cases',
    table: 'case_entry',
    of: 'member_uuid',
    columns: ['case_uuid', 'kind', 'text', 'at'],
  },
  {
    section: 'advisories written',
    table: 'own_advisory_version',
    of: 'member_uuid',
    columns: ['advisory_uuid', 'version', 'at'],
  },
  {
    section: 'audit events',
    table: 'audit_event',
    of: 'member_uuid',
    columns: ['at', 'member_email', 'address', 'agent', 'action', 'target', 'before', 'after'],
  },
]

/** Columns that name a member by its uuid or address, and say no more of the person than the rows above. */
export const impersonalColumns: readonly string[] = [
  // Who did it is in the audit events.
  'accepted_gap.created_by',
  'build.created_by',
  'component_override.created_by',
  'exclusion.created_by',
  'legal_hold.created_by',
  'saved_view.created_by',
  'ticket.created_by',
  'vex_document.created_by',
  // The same row or rows, found by another column.
  'login.email',
  'member.email',
  'report_schedule.member_uuid',
  'notification_delivery.member_uuid',
  'notification_item.member_uuid',
  // Of the account.
  'account.email',
  // Secrets, and responses of the last day.
  'idempotency_key.member_uuid',
  'login_challenge.member_uuid',
  'mailed_link.member_uuid',
  'scratch_code.member_uuid',
  // Ends within a day.
  'registration.email',
  'slack_lease.email',
  'slack_lease.member_uuid',
  // What is left of an erasure.
  'erased_member.email',
  'erased_member.member_uuid',
]
