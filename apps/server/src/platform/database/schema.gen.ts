// Written by `npm run schema` from the migrated database. Do not edit.
import type { ColumnType, GeneratedAlways } from 'kysely'

/** A column that the database fills when an insert leaves it out. */
type Generated<T> =
  T extends ColumnType<infer S, infer I, infer U>
    ? ColumnType<S, I | undefined, U>
    : ColumnType<T, T | undefined, T>
type Timestamp = ColumnType<Date, Date | string, Date | string>
/** Written as JSON text, read as parsed; its shape is known to the store that owns the table. */
type Json = ColumnType<unknown, string, string>

interface AcceptedGap {
  account_uuid: string
  uuid: string
  subject: Json
  reason: string
  project_uuid: string | null
  team_uuids: string[] | null
  created_by: string
  created_at: Generated<Timestamp>
  expires_at: Timestamp | null
  removed_at: Timestamp | null
  ended_at: Timestamp | null
}

interface Account {
  uuid: string
  name: string
  email: string
  plan: Generated<string>
  features: Generated<string[]>
  is_active: Generated<boolean>
  minimum_scores: Json | null
  security_scoring: Generated<string>
  created_at: Generated<Timestamp>
  requires_mfa: Generated<boolean>
  is_operator: Generated<boolean>
  vex_effect: Generated<string>
  cool_down_days: Generated<number>
  fix_targets: Generated<Json>
  coverage_strictness: Generated<string>
  requires_approval: Generated<boolean>
  exploited_fix_days: number | null
  repository_may_loosen: Generated<boolean>
}

interface AccountQuota {
  account_uuid: string
  projects: number | null
  uploads_an_hour: number | null
  storage_bytes: number | null
  waiting_scans: number | null
  hour: Generated<Timestamp>
  uploads: Generated<number>
  stored_bytes: number | null
}

interface AccountRevision {
  account_uuid: string
  revision: Generated<number>
}

interface Advisory {
  uuid: string
  sequence: GeneratedAlways<number>
  cve: string | null
  severity: Generated<string>
  cvss: number | null
  published_at: Timestamp | null
  category: Generated<string>
  joined_into: string | null
  created_at: Generated<Timestamp>
  links_to_catalog: Generated<boolean>
  cves: Generated<string[]>
  public_id: string | null
}

interface AdvisoryAlias {
  alias: string
  advisory_uuid: string
}

interface AdvisoryChangedPackage {
  ecosystem: string
  package_name: string
  by_advisories: Generated<boolean>
}

interface AdvisoryDatabase {
  ecosystem: string
  source: string
  checked_at: Timestamp | null
  advisories: Generated<number>
  newest_at: Timestamp | null
}

interface AdvisoryDay {
  ecosystem: string
  day: string
  advisories: number
}

interface AdvisoryFacts {
  advisory_uuid: string
  ecosystem: string
  severity: string
  cvss: number | null
  category: string
}

interface AdvisoryFeed {
  id: string
  source: string | null
  full_at: Timestamp | null
  checked_at: Timestamp | null
  modified_to: Timestamp | null
  etag: string | null
  error: string | null
  failures: Generated<number>
  next_at: Generated<Timestamp>
}

interface AdvisoryIndex {
  ecosystem: string
  version: number
  entries: number
  content: Uint8Array
  is_stale: Generated<boolean>
  compiled_at: Generated<Timestamp>
  previous: Uint8Array | null
}

interface AdvisoryList {
  id: string
  source: string
  complete_at: Timestamp
}

interface AdvisoryPackage {
  ecosystem: string
  package_name: string
  record_id: string
  position: number
  affected: Json
}

interface AdvisoryRecord {
  id: string
  advisory_uuid: string
  source: string
  digest: Uint8Array
  modified_at: Timestamp | null
  withdrawn_at: Timestamp | null
  document: Uint8Array
  synced_at: Generated<Timestamp>
  cwes: Generated<string[]>
}

interface AdvisorySignal {
  cve: string
  in_catalog: Generated<boolean>
  epss: number | null
  linked_to_catalog: Generated<boolean>
  epss_percentile: number | null
  in_eu_catalog: Generated<boolean>
  euvd_id: string | null
  known_exploited: GeneratedAlways<boolean>
}

interface AdvisorySignalChange {
  changed_in: string
}

interface AdvisorySync {
  uuid: string
  source: string
  state: string
  progress: Json
  reason: string | null
  started_at: Generated<Timestamp>
  seen_at: Generated<Timestamp>
  finished_at: Timestamp | null
  request: Json | null
}

interface AdvisoryTotal {
  ecosystem: string
  severity: string
  advisories: number
}

interface AdvisoryUpload {
  uuid: string
  sync_uuid: string | null
  received_at: Generated<Timestamp>
  digest: string | null
  name: string | null
  size: number | null
}

interface AdvisoryUploadChunk {
  upload_uuid: string
  number: number
  content: Uint8Array
}

interface ApiToken {
  account_uuid: string
  uuid: string
  member_uuid: string
  name: string
  hash: Uint8Array
  expires_at: Timestamp | null
  last_used_at: Timestamp | null
  created_at: Generated<Timestamp>
  access: Generated<string>
  team_uuid: string | null
  project_uuid: string | null
  parent_uuid: string | null
  sealed: Uint8Array | null
}

interface AssistantAccount {
  account_uuid: string
  is_allowed: boolean
}

interface AssistantConversation {
  account_uuid: string
  uuid: string
  member_uuid: string
  title: string
  project_uuid: string | null
  branch: string | null
  advisory_uuid: string | null
  summary: Json
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
  reach: Json | null
}

interface AssistantMessage {
  account_uuid: string
  conversation_uuid: string
  number: number
  question: string
  answer: Generated<string>
  state: string
  reason: Json | null
  warnings: Generated<string[]>
  unsupported: Generated<string[]>
  sources: Generated<Json>
  sent: Json
  model: string
  host: string
  tokens: Generated<number>
  created_at: Generated<Timestamp>
  reach: Json | null
}

interface AssistantService {
  id: Generated<boolean>
  is_active: boolean
  url: string
  model: string
  api_key: Uint8Array | null
  daily_tokens: number
  context_tokens: number
  updated_at: Generated<Timestamp>
}

interface AssistantUse {
  account_uuid: string
  member_uuid: string
  day: string
  tokens: number
  questions: number
  host: string | null
}

interface AuditDestination {
  name: string
  dropped: Generated<number>
}

interface AuditEvent {
  account_uuid: string
  sequence: GeneratedAlways<number>
  at: Generated<Timestamp>
  member_uuid: string | null
  member_email: string
  credential: string
  address: string
  action: string
  target: Json
  before: Json | null
  after: Json | null
  agent: Generated<string>
  bytes: GeneratedAlways<number>
}

interface AuditOutgoing {
  destination: string
  id: GeneratedAlways<number>
  event: Json
}

interface BackupRun {
  uuid: Generated<string>
  started_at: Generated<Timestamp>
  finished_at: Timestamp | null
  destination: string
  name: string | null
  bytes: number | null
  reason: string | null
}

interface Badge {
  account_uuid: string
  project_uuid: string
  access: string
  slug: string
  github: string | null
  created_at: Generated<Timestamp>
}

interface BaseImage {
  account_uuid: string
  digest: string
  platform: string
  inventory: Uint8Array | null
  read_at: Generated<Timestamp>
}

interface Branch {
  account_uuid: string
  uuid: string
  project_uuid: string
  name: string
  last_number: Generated<number>
  last_scan_uuid: string | null
  last_scanned_at: Timestamp | null
  created_at: Generated<Timestamp>
  missed_rescan: Generated<boolean>
  changed_in: Generated<string>
  components_digest: Uint8Array | null
}

interface BranchLicense {
  account_uuid: string
  branch_uuid: string
  position: number
  project_uuid: string
  license: string
  source: string
  components: number
  violating: number
  policies: string[]
}

interface BranchSeries {
  account_uuid: string
  branch_uuid: string
  chunk: number
  points: Uint8Array
  flow: Uint8Array
}

interface BranchUpgrade {
  account_uuid: string
  branch_uuid: string
  position: number
  project_uuid: string
  ecosystem: string
  package_name: string
  display_name: string
  to_version: string
  step: number | null
  is_known_release: boolean
  from_versions: string[]
  is_direct: boolean | null
  through: string[]
  lockfile: string | null
  critical: number
  high: number
  medium: number
  low: number
  none: number
  unknown: number
  shared: number
  cves: string[]
  is_malware: Generated<boolean>
  instructions: Generated<Json>
  is_not_seen: Generated<boolean>
  ssvc: Generated<number>
  advisory_uuids: Generated<string[]>
}

interface Build {
  account_uuid: string
  uuid: string
  project_uuid: string
  branch_uuid: string
  source: string
  state: string
  reason: string | null
  issues: Generated<Json>
  scan_uuid: string | null
  created_by: string | null
  created_at: Generated<Timestamp>
  started_at: Timestamp | null
  finished_at: Timestamp | null
  token_uuid: string | null
  subject_keys: string[] | null
  turn: number | null
}

interface BuildDocument {
  account_uuid: string
  build_uuid: string
  position: number
  path: string
  format: string
  digest: Uint8Array
}

interface CaseDeadline {
  account_uuid: string
  case_uuid: string
  regime: string
  step: string
  position: number
  starts: string
  hours: number | null
  due_at: Timestamp | null
  done_at: Timestamp | null
  done_by: string | null
  is_reported: Generated<boolean>
  is_reminded: Generated<boolean>
}

interface CaseEntry {
  account_uuid: string
  sequence: GeneratedAlways<number>
  case_uuid: string
  kind: string
  subject: string | null
  text: Generated<string>
  member_uuid: string | null
  at: Generated<Timestamp>
}

interface CaseSetting {
  account_uuid: string
  regimes: string[]
  own: Json
}

interface ComponentCatalog {
  account_uuid: string
  digest: Uint8Array
  sort_key: string
  ecosystem: string | null
  package_name: string
  name: string
  version: string
  licenses: string[]
  is_outdated: boolean
  is_deprecated: boolean
}

interface ComponentContent {
  account_uuid: string
  digest: Uint8Array
  ecosystem: string | null
  package_name: string
  name: string
  version: string
  purl: string | null
  licenses: string[]
  violations: Json
  latest_patch: string | null
  latest_minor: string | null
  latest_major: string | null
  stability: Generated<string[]>
  license_source: string | null
  license_registry: string | null
  licensed_at: Timestamp | null
  license_warning: string | null
  copyright: string | null
  has_known_releases: Generated<boolean>
  libyears: number | null
  source_name: string | null
  source_version: string | null
  sbom_fields: Json | null
}

interface ComponentOverride {
  account_uuid: string
  kind: string
  ecosystem: string
  package_name: string
  version: string
  name: string
  content: string
  created_by: string
  created_at: Generated<Timestamp>
}

interface ComponentUse {
  account_uuid: string
  branch_uuid: string
  introduced_number: number
  ended_number: number | null
  digest: Uint8Array
  content: Uint8Array
  is_direct: boolean | null
  scope: string
  required_by: string[]
  locations: string[]
}

interface DatabaseSize {
  day: string
  bytes: number
}

interface DatadogBranch {
  account_uuid: string
  branch_uuid: string
  fixes_until: Timestamp
}

interface DeadLetter {
  uuid: string
  job: string
  payload: Json
  account_uuid: string | null
  reason: string
  attempts: number
  queued_at: Timestamp
  failed_at: Generated<Timestamp>
}

interface Document {
  account_uuid: string
  digest: Uint8Array
  size: number
  content: Uint8Array
  created_at: Generated<Timestamp>
  base_digest: Uint8Array | null
  is_compacted: Generated<boolean>
}

interface DojoTest {
  account_uuid: string
  id: number
  branch_uuid: string
  title: string
  scan_type: string
}

interface ErasedMember {
  account_uuid: string
  member_uuid: string
  requested_at: Generated<Timestamp>
  completed_at: Timestamp | null
  email: string | null
  name: string | null
}

interface Exclusion {
  account_uuid: string
  uuid: string
  domain: string
  target: Json
  reason: string
  description: string
  project_uuid: string | null
  created_by: string
  created_at: Generated<Timestamp>
  removed_at: Timestamp | null
  expires_at: Timestamp | null
  team_uuids: string[] | null
  changed_in: Generated<string>
  last_matched_at: Timestamp | null
  state: string | null
  justification: string | null
  until_fix: Generated<boolean>
  approval: Generated<string>
  approved_by: string | null
  approved_at: Timestamp | null
  change_uuid: string | null
  is_exploit_known: Generated<boolean>
  end_reason: string | null
  rule_uuid: string | null
}

interface ExploitedCase {
  account_uuid: string
  uuid: string
  advisory_uuid: string
  owner_uuid: string | null
  aware_at: Timestamp
  measure_at: Timestamp | null
  facts: Json
  notes: Generated<Json>
  closed_at: Timestamp | null
  close_reason: string | null
}

interface ExternalLogin {
  provider: string
  subject: string
  account_uuid: string
  member_uuid: string
  created_at: Generated<Timestamp>
  asserted_email: string | null
}

interface Finding {
  account_uuid: string
  uuid: string
  branch_uuid: string
  project_uuid: string
  ecosystem: string
  package_name: string
  display_name: string
  advisory_uuid: string
  cve: string | null
  severity: string
  cvss: number | null
  category: string
  published_at: Timestamp | null
  fixed_versions: string[]
  versions: Json
  introduced_number: number
  introduced_at: Timestamp
  ended_number: number | null
  ended_at: Timestamp | null
  end_kind: string | null
  fixed_by: string | null
  days_to_fix: number | null
  introduced_by: Generated<string>
  cves: Generated<string[]>
  public_id: string | null
  usage: Json | null
  ssvc: Generated<number>
  automatable: boolean | null
}

interface FindingAge {
  account_uuid: string
  branch_uuid: string
  severity: string
  since: string
  findings: number
}

interface FindingChange {
  account_uuid: string
  sequence: GeneratedAlways<number>
  change_uuid: string
  project_uuid: string
  advisory_uuid: string
  ecosystem: string
  package_name: string
  kind: string
  before: Json
  after: Json
  reason: string
  member_uuid: string | null
  at: Generated<Timestamp>
}

interface FindingComment {
  account_uuid: string
  uuid: string
  project_uuid: string
  advisory_uuid: string
  ecosystem: string
  package_name: string
  text: string
  mentions: string[]
  member_uuid: string | null
  author: string | null
  created_at: Generated<Timestamp>
  edited_at: Timestamp | null
}

interface FindingTriage {
  account_uuid: string
  project_uuid: string
  advisory_uuid: string
  ecosystem: string
  package_name: string
  state: Generated<string>
  decision_uuid: string | null
  wanted_uuid: string | null
  assignee_uuid: string | null
  due_on: string | null
  changed_at: Generated<Timestamp>
  changed_in: Generated<string>
}

interface FirstSeen {
  account_uuid: string
  branch_uuid: string
  ecosystem: string
  package_name: string
  vulnerability: string
  at: Timestamp
}

interface GroupOwner {
  account_uuid: string
  group_uuid: string
  member_uuid: string
}

interface GroupProject {
  account_uuid: string
  group_uuid: string
  project_uuid: string
  by_rule: Generated<boolean>
}

interface GroupTeam {
  account_uuid: string
  group_uuid: string
  team_uuid: string
}

interface IdempotencyKey {
  account_uuid: string
  member_uuid: string
  digest: Uint8Array
  fingerprint: Uint8Array
  owner: string
  leased_until: Timestamp
  result: Uint8Array | null
  status: number | null
  location: string | null
  body: Uint8Array | null
  created_at: Generated<Timestamp>
}

interface InboxMessage {
  account_uuid: string
  member_uuid: string
  uuid: string
  message: Json
  created_at: Generated<Timestamp>
  read_at: Timestamp | null
}

interface IntakeSetting {
  account_uuid: string
  publishes_versions: boolean
}

interface IntakeVersion {
  account_uuid: string
  branch_uuid: string
}

interface Integration {
  account_uuid: string
  integration: string
  settings: Json
  secrets: Uint8Array | null
  is_active: Generated<boolean>
  paused_until: Timestamp | null
  last_run_at: Timestamp | null
  updated_at: Generated<Timestamp>
}

interface IntegrationDelivery {
  account_uuid: string
  uuid: string
  integration: string
  topic: string
  subject: Json
  state: Generated<string>
  progress: Generated<Json>
  result: Json | null
  attempts: Generated<number>
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
  not_before: Timestamp | null
  holds: Generated<boolean>
}

interface IsaacFinding {
  account_uuid: string
  uuid: string
  project_uuid: string
  branch_uuid: string
  sysid: string
  tool: string
  path: string
  fingerprint: string
  line: number | null
  message: string
  severity: string
  document: string
  introduced_number: number
  introduced_at: Timestamp
  ended_number: number | null
  ended_at: Timestamp | null
  end_kind: string | null
  days_to_fix: number | null
  scanner_severity: string
}

interface IsaacPolicy {
  account_uuid: string
  sysid: string
  tool: string
  title: string
  description: string
  help_url: string | null
  default_severity: string
  is_enabled: Generated<boolean>
  severity: string | null
  tags: Generated<string[]>
  created_at: Generated<Timestamp>
  changed_at: Timestamp | null
}

interface IsaacScan {
  account_uuid: string
  uuid: string
  project_uuid: string
  branch_uuid: string
  build_uuid: string | null
  number: number
  scanned_at: Timestamp
  tools: string[]
  severities: Json
  finding_count: number
  introduced_count: number
  fixed_count: number
  excluded: Json
  issues: Json
}

interface JiraProject {
  account_uuid: string
  project_uuid: string
  settings: Json
}

interface LedgerBranch {
  account_uuid: string
  branch_uuid: string
  is_linked: boolean
  asset_id: string | null
}

interface LegalHold {
  account_uuid: string
  uuid: string
  project_uuid: string | null
  reason: string
  created_by: string
  created_at: Generated<Timestamp>
  released_by: string | null
  released_at: Timestamp | null
}

interface Login {
  email: string
  account_uuid: string
  member_uuid: string
  is_proved: Generated<boolean>
}

interface LoginChallenge {
  account_uuid: string
  uuid: string
  member_uuid: string
  hash: Uint8Array
  purpose: string
  attempts: Generated<number>
  expires_at: Timestamp
}

interface LoginFailure {
  key: Uint8Array
  failures: number
  last_at: Timestamp
  blocked_until: Timestamp | null
}

interface MailedLink {
  account_uuid: string
  uuid: string
  member_uuid: string
  purpose: string
  hash: Uint8Array
  expires_at: Timestamp
  used_at: Timestamp | null
  created_at: Generated<Timestamp>
  login_digest: Uint8Array
  is_mailed: Generated<boolean>
}

interface Member {
  account_uuid: string
  uuid: string
  name: string
  email: string
  role: string
  status: Generated<string>
  password_hash: string | null
  created_at: Generated<Timestamp>
  primary_team_uuid: string | null
  user_name: string | null
  external_id: string | null
  given_name: string | null
  family_name: string | null
  language: string | null
  browser_language: string | null
}

interface NotificationChannel {
  account_uuid: string
  uuid: string
  team_uuid: string | null
  kind: string
  name: string
  recipients: Generated<string[]>
  secret: Uint8Array | null
  host: string | null
  is_active: Generated<boolean>
  is_default: Generated<boolean>
  problem: Json | null
  paused_until: Timestamp | null
  created_at: Generated<Timestamp>
  language: Generated<string>
}

interface NotificationDelivery {
  account_uuid: string
  uuid: string
  team_uuid: string | null
  channel_uuid: string | null
  rule_uuid: string | null
  member_uuid: string | null
  kind: string
  recipient: string | null
  message: Json
  state: Generated<string>
  attempts: Generated<number>
  error: Json | null
  created_at: Generated<Timestamp>
  next_at: Generated<Timestamp | null>
  delivered_at: Timestamp | null
  holds: Generated<boolean>
  target: GeneratedAlways<string>
}

interface NotificationDue {
  account_uuid: string
  rule_uuid: string
  first_at: Timestamp
  due_at: Timestamp
}

interface NotificationItem {
  account_uuid: string
  rule_uuid: string
  number: GeneratedAlways<number>
  kind: string
  severity: number | null
  group_key: string
  title: Json
  details: Json
  project_uuid: string | null
  project_name: string | null
  path: string
  at: Timestamp
  member_uuid: string | null
  finding_uuid: string | null
  traceparent: string | null
}

interface NotificationReminder {
  account_uuid: string
  subject: string
  sent_at: Generated<Timestamp>
}

interface NotificationRule {
  account_uuid: string
  uuid: string
  team_uuid: string | null
  member_uuid: string | null
  kinds: string[]
  settings: Json
  channel_uuids: Generated<string[]>
  to_email: Generated<boolean>
  is_active: Generated<boolean>
  created_at: Generated<Timestamp>
}

interface OutboxConsumer {
  name: string
  position: number
}

interface OutboxEvent {
  sequence: GeneratedAlways<number>
  uuid: Generated<string>
  account_uuid: string | null
  type: string
  payload: Json
  at: Generated<Timestamp>
  position: number | null
  traceparent: string | null
}

interface OutboxPosition {
  is_only: Generated<boolean>
  last_position: Generated<number>
}

interface OwnAdvisory {
  account_uuid: string
  uuid: string
  id: string
  version: number
  document: string
  withdrawn_at: Timestamp | null
  created_at: Generated<Timestamp>
  changed_at: Generated<Timestamp>
}

interface OwnAdvisoryVersion {
  account_uuid: string
  advisory_uuid: string
  version: number
  document: string
  member_uuid: string | null
  at: Generated<Timestamp>
}

interface PackageRegistry {
  account_uuid: string
  uuid: string
  ecosystem: string
  pattern: string
  prefixes: string[]
  url: string
  credential_kind: string
  credentials: Uint8Array | null
  is_enabled: Generated<boolean>
  created_at: Generated<Timestamp>
  changed_at: Generated<Timestamp>
  last_success_at: Timestamp | null
  last_error_at: Timestamp | null
  error: string | null
  failures: Generated<number>
  resumes_at: Generated<Timestamp>
  leased_by: string | null
  leased_until: Generated<Timestamp>
}

interface PackageReleases {
  account_uuid: string | null
  ecosystem: string
  package_name: string
  source: string | null
  checked_at: Timestamp | null
  deprecated: string | null
  page_url: string | null
  releases: Generated<Json>
  etag: string | null
  last_modified: string | null
  state: Generated<string>
  failures: Generated<number>
  error: string | null
  next_check_at: Generated<Timestamp>
  used_at: Generated<Timestamp>
  display_name: string | null
  rescan_at: Timestamp | null
  registry_uuid: string | null
  wants_ranges: Generated<boolean>
}

interface Passkey {
  account_uuid: string
  uuid: string
  member_uuid: string
  name: string
  credential_id: string
  public_key: Uint8Array
  counter: number
  transports: string[]
  created_at: Generated<Timestamp>
  last_used_at: Timestamp | null
}

interface Policy {
  account_uuid: string
  uuid: string
  name: string
  description: Generated<string>
  condition: Generated<string>
  effect: Generated<string>
  mode: Generated<string>
  when_unknown: Generated<string>
  project_uuid: string | null
  group_uuid: string | null
  pattern: string | null
  tags: Generated<string[]>
  team_uuids: string[] | null
  created_at: Generated<Timestamp>
  changed_at: Generated<Timestamp>
  decision: Json | null
  kind: Generated<string>
  license_mode: string | null
  licenses: Generated<string[]>
  deny_unknown: Generated<boolean>
  is_active: boolean | null
  minimums: Generated<Json>
  notify: Json | null
}

interface PolicyEvaluation {
  account_uuid: string
  requested_at: Timestamp
  started_at: Timestamp | null
  finished_at: Timestamp | null
  after_branch: string | null
  needs_scan: Generated<boolean>
  scans_all: Generated<boolean>
  evaluated: Generated<number>
  rescanned: Generated<number>
}

interface Project {
  account_uuid: string
  uuid: string
  url: string
  name: string
  team_uuid: string | null
  tags: Generated<string[]>
  created_at: Generated<Timestamp>
  identity: Generated<string>
  default_branch: string | null
  own_minimums: Json | null
  archived_at: Timestamp | null
  deleted_at: Timestamp | null
  is_sample: Generated<boolean>
  changed_in: Generated<string>
  group_uuids: Generated<string[]>
  group_settings: Generated<Json>
}

interface ProjectGroup {
  account_uuid: string
  uuid: string
  parent_uuid: string | null
  kind: string
  name: string
  description: Generated<string>
  path: string[]
  fix_targets: Generated<Json>
  minimums: Generated<Json>
  rule_tag: string | null
  rule_pattern: string | null
  created_at: Generated<Timestamp>
}

interface ProjectVersion {
  account_uuid: string
  uuid: string
  project_uuid: string
  name: string
  branch_uuid: string
  scan_uuid: string
  tag: string | null
  released_at: string
  supported_until: string | null
  created_at: Generated<Timestamp>
}

interface Property {
  account_uuid: string
  owner_uuid: string
  name: string
  value: Json | null
  set_by: string | null
}

interface PublishedDocument {
  account_uuid: string
  version_uuid: string
  kind: string
  collection: number
  uuid: string
  source_digest: Uint8Array
  digest: Uint8Array | null
  content: Uint8Array | null
  published_at: Timestamp
}

interface PublishedSbom {
  account_uuid: string
  uuid: string
  project_uuid: string
  branch_uuid: string
  scan_uuid: string
  state: Generated<string>
  wanted: string
  remote_id: string | null
  created_at: Generated<Timestamp>
  updated_at: Generated<Timestamp>
}

interface Registration {
  uuid: string
  account_uuid: string
  email: string
  name: string
  password_hash: string
  hash: Uint8Array
  expires_at: Timestamp
  created_at: Generated<Timestamp>
}

interface RegistryLogin {
  account_uuid: string
  uuid: string
  host: string
  user_name: string
  password: Uint8Array
  changed_at: Generated<Timestamp>
}

interface ReleaseSource {
  name: string
  last_success_at: Timestamp | null
  last_error_at: Timestamp | null
  error: string | null
  failures: Generated<number>
  resumes_at: Generated<Timestamp>
  leased_by: string | null
  leased_until: Generated<Timestamp>
}

interface ReportExport {
  account_uuid: string
  uuid: string
  kind: string
  team_uuids: string[] | null
  project_uuid: string | null
  request: Json
  formats: string[]
  state: Generated<string>
  progress: Generated<number>
  attempt: Generated<number>
  reason: string | null
  created_by: string
  created_at: Generated<Timestamp>
  finished_at: Timestamp | null
  expires_at: Timestamp
  recipient_uuid: string | null
}

interface ReportExportPiece {
  account_uuid: string
  export_uuid: string
  attempt: number
  format: string
  number: number
  content: Uint8Array
}

interface ReportPullRequests {
  account_uuid: string
  branch_uuid: string
  number: number
  recorded: Json
  created_at: Generated<Timestamp>
}

interface ReportSchedule {
  account_uuid: string
  uuid: string
  member_uuid: string
  created_by: string
  team_uuids: string[] | null
  project_uuid: string | null
  every: string
  request: Json
  formats: string[]
  next_at: Timestamp
  problem: string | null
  created_at: Generated<Timestamp>
}

interface RepositoryExclusion {
  account_uuid: string
  uuid: string
  path: string
  reason: string
  description: string
  created_at: Generated<Timestamp>
}

interface Retention {
  account_uuid: string
  scans_daily: number | null
  scans_weekly: number | null
  scans_monthly: number | null
  builds: number | null
  documents: number | null
  evidence: number | null
  audit: number | null
  deliveries: number | null
  inbox: number | null
  findings: number | null
}

interface RuleResult {
  account_uuid: string
  scan_uuid: string
  position: number
  branch_uuid: string
  rule_uuid: string
  name: string
  effect: string
  mode: string
  file: string | null
  hit_count: number
  undecided_count: number
  passed_unknown: number
  fails: boolean
  hits: Json
  issues: Json
  kind: Generated<string>
}

interface SavedView {
  account_uuid: string
  uuid: string
  list: string
  name: string
  criteria: Json
  private_of: string | null
  team_uuid: string | null
  created_by: string | null
  created_at: Generated<Timestamp>
}

interface ScanContent {
  account_uuid: string
  scan_uuid: string
  branch_uuid: string
  files: string[]
  documents: Json
  issues: Json
  excluded: Json
  gaps: Json
  base_uuid: string | null
}

interface ScanImage {
  account_uuid: string
  scan_uuid: string
  branch_uuid: string
  image: Json
}

interface ScanRow {
  account_uuid: string
  branch_uuid: string
  number: number
  uuid: string
  project_uuid: string
  build_uuid: string
  scanned_at: Timestamp
  security_score: number
  stability_score: number
  licensing_score: number
  security_penalty: number
  stability_penalty: number
  licensing_penalty: number
  formula_version: number
  outcome: string
  declared_outcome: string | null
  component_count: number
  languages: string[]
  files: Generated<string[]>
  vulnerability_count: number
  vulnerability_delta: number
  identified_count: number
  mitigation_count: number
  identified_total: number
  addressed_total: number
  issues: Generated<Json>
  excluded: Generated<Json>
  index_versions: Generated<Json>
  advisory_data: Generated<Json>
  libyears: number | null
  unknown_releases: number | null
  security_scoring: string | null
  documents: Generated<Json>
  checked: Generated<Json>
  checked_count: Generated<number>
  gap_counts: Generated<Json>
  blocking_gaps: Generated<number>
  hiding_gaps: Generated<number>
  gaps: Json | null
  security_measured: Generated<boolean>
  stability_measured: Generated<boolean>
  licensing_measured: Generated<boolean>
  covers_less: Generated<boolean>
  carried_security_score: number | null
  outcome_without_rules: string | null
  content_uuid: string | null
  has_excluded: Generated<boolean>
}

interface ScratchCode {
  account_uuid: string
  member_uuid: string
  hash: Uint8Array
  used_at: Timestamp | null
  created_at: Generated<Timestamp>
  salt: Uint8Array
}

interface SecondFactor {
  account_uuid: string
  member_uuid: string
  method: string
  secret: Uint8Array
  is_active: Generated<boolean>
  last_step: Generated<number>
  code_hash: Uint8Array | null
  code_expires_at: Timestamp | null
  sent_at: Timestamp | null
  code_for: string | null
}

interface ServerProcess {
  uuid: string
  host: string
  version: string
  roles: string[]
  started_at: Generated<Timestamp>
  seen_at: Generated<Timestamp>
}

interface Session {
  account_uuid: string
  uuid: string
  member_uuid: string
  access_hash: Uint8Array
  access_expires_at: Timestamp
  refresh_hash: Uint8Array
  expires_at: Timestamp
  revoked_at: Timestamp | null
  created_at: Generated<Timestamp>
  address: Generated<string>
  agent: Generated<string>
  last_used_at: Generated<Timestamp>
  provider_tokens: Uint8Array | null
  provider_checked_at: Timestamp | null
  confirmed_at: Generated<Timestamp>
  idle_seconds: Generated<number>
}

interface ShadowFinding {
  account_uuid: string
  project_identity: string
  version: string
  component: string
  vulnerability: string
  project_name: string
  purl: string | null
  severity: string | null
  state: string | null
  is_suppressed: boolean
  is_retracted: boolean
  told_at: Generated<Timestamp>
}

interface SignOnProvider {
  account_uuid: string
  type: string
  settings: Json
  secret: Uint8Array | null
  is_active: Generated<boolean>
  updated_at: Generated<Timestamp>
}

interface SlackLease {
  account_uuid: string
  owner_uuid: string
  member_uuid: string
  email: string
  state: string
  ticket_hash: Uint8Array
  expires_at: Timestamp
}

interface SpentChallenge {
  hash: Uint8Array
  expires_at: Timestamp
}

interface SpentRefreshToken {
  account_uuid: string
  session_uuid: string
  hash: Uint8Array
  spent_at: Generated<Timestamp>
  expires_at: Timestamp
}

interface SupportEnd {
  ecosystem: string
  package_name: string
  product: string
  cycles: Json
}

interface Tag {
  account_uuid: string
  uuid: string
  name: string
  created_at: Generated<Timestamp>
}

interface TagThreshold {
  account_uuid: string
  tag_uuid: string
  security: number | null
  stability: number | null
  licensing: number | null
}

interface Team {
  account_uuid: string
  uuid: string
  name: string
  description: Generated<string>
  is_active: Generated<boolean>
  created_at: Generated<Timestamp>
  external_id: string | null
  is_provisioned: Generated<boolean>
}

interface TeamMember {
  account_uuid: string
  team_uuid: string
  member_uuid: string
  role: string
}

interface Ticket {
  account_uuid: string
  uuid: string
  tracker: string
  project_uuid: string
  branch_uuid: string
  ecosystem: string
  package_name: string
  advisory_uuid: string | null
  thing: string
  title: string
  issue_key: string | null
  issue_url: string | null
  status: string | null
  is_done: Generated<boolean>
  synced_state: Generated<string>
  attempted_at: Timestamp | null
  created_by: string | null
  created_at: Generated<Timestamp>
}

interface TrustedKey {
  account_uuid: string
  uuid: string
  name: string
  pem: string
  created_at: Generated<Timestamp>
}

interface TrustedRoot {
  account_uuid: string
  uuid: string
  name: string
  root: string
  identities: Json
  created_at: Generated<Timestamp>
}

interface UpgradeDecision {
  account_uuid: string
  digest: Uint8Array
  ecosystem: string
  package_name: string
  to_version: string
  project_uuid: string | null
  team_uuids: string[] | null
  assignee_uuid: string | null
  snoozed_until: Timestamp | null
  decided_by: string
  decided_at: Generated<Timestamp>
}

interface VerifiedDomain {
  domain: string
  account_uuid: string
  verified_at: Generated<Timestamp>
}

interface VersionProperty {
  account_uuid: string
  branch_uuid: string
  group_name: string
  name: string
  value: string | null
  type: string
  description: string | null
}

interface VexDocument {
  account_uuid: string
  uuid: string
  project_uuid: string | null
  team_uuids: string[] | null
  format: string
  document_id: string
  title: string
  author: string
  issued_at: Timestamp
  statement_count: number
  content: Uint8Array
  created_by: string
  created_at: Generated<Timestamp>
  removed_at: Timestamp | null
  reader_version: Generated<number>
}

interface VexStatement {
  account_uuid: string
  document_uuid: string
  position: number
  ids: string[]
  status: string
  justification: string | null
  detail: string
  product: Json
  subcomponent: Json | null
  package: string
  stated_at: Timestamp
  unmatched: string | null
}

interface WatchedImage {
  account_uuid: string
  uuid: string
  project_uuid: string
  host: string
  repository: string
  tag: string
  platform: string | null
  every_hours: number
  digest: string | null
  checked_at: Timestamp | null
  next_check_at: Generated<Timestamp>
  error: string | null
  failures: Generated<number>
  created_at: Generated<Timestamp>
  newer_base: Json | null
  uses_attached: Generated<boolean>
}

export interface Schema {
  accepted_gap: AcceptedGap
  account: Account
  account_quota: AccountQuota
  account_revision: AccountRevision
  advisory: Advisory
  advisory_alias: AdvisoryAlias
  advisory_changed_package: AdvisoryChangedPackage
  advisory_database: AdvisoryDatabase
  advisory_day: AdvisoryDay
  advisory_facts: AdvisoryFacts
  advisory_feed: AdvisoryFeed
  advisory_index: AdvisoryIndex
  advisory_list: AdvisoryList
  advisory_package: AdvisoryPackage
  advisory_record: AdvisoryRecord
  advisory_signal: AdvisorySignal
  advisory_signal_change: AdvisorySignalChange
  advisory_sync: AdvisorySync
  advisory_total: AdvisoryTotal
  advisory_upload: AdvisoryUpload
  advisory_upload_chunk: AdvisoryUploadChunk
  api_token: ApiToken
  assistant_account: AssistantAccount
  assistant_conversation: AssistantConversation
  assistant_message: AssistantMessage
  assistant_service: AssistantService
  assistant_use: AssistantUse
  audit_destination: AuditDestination
  audit_event: AuditEvent
  audit_outgoing: AuditOutgoing
  backup_run: BackupRun
  badge: Badge
  base_image: BaseImage
  branch: Branch
  branch_license: BranchLicense
  branch_series: BranchSeries
  branch_upgrade: BranchUpgrade
  build: Build
  build_document: BuildDocument
  case_deadline: CaseDeadline
  case_entry: CaseEntry
  case_setting: CaseSetting
  component_catalog: ComponentCatalog
  component_content: ComponentContent
  component_override: ComponentOverride
  component_use: ComponentUse
  database_size: DatabaseSize
  datadog_branch: DatadogBranch
  dead_letter: DeadLetter
  document: Document
  dojo_test: DojoTest
  erased_member: ErasedMember
  exclusion: Exclusion
  exploited_case: ExploitedCase
  external_login: ExternalLogin
  finding: Finding
  finding_age: FindingAge
  finding_change: FindingChange
  finding_comment: FindingComment
  finding_triage: FindingTriage
  first_seen: FirstSeen
  group_owner: GroupOwner
  group_project: GroupProject
  group_team: GroupTeam
  idempotency_key: IdempotencyKey
  inbox_message: InboxMessage
  intake_setting: IntakeSetting
  intake_version: IntakeVersion
  integration: Integration
  integration_delivery: IntegrationDelivery
  isaac_finding: IsaacFinding
  isaac_policy: IsaacPolicy
  isaac_scan: IsaacScan
  jira_project: JiraProject
  ledger_branch: LedgerBranch
  legal_hold: LegalHold
  login: Login
  login_challenge: LoginChallenge
  login_failure: LoginFailure
  mailed_link: MailedLink
  member: Member
  notification_channel: NotificationChannel
  notification_delivery: NotificationDelivery
  notification_due: NotificationDue
  notification_item: NotificationItem
  notification_reminder: NotificationReminder
  notification_rule: NotificationRule
  outbox_consumer: OutboxConsumer
  outbox_event: OutboxEvent
  outbox_position: OutboxPosition
  own_advisory: OwnAdvisory
  own_advisory_version: OwnAdvisoryVersion
  package_registry: PackageRegistry
  package_releases: PackageReleases
  passkey: Passkey
  policy: Policy
  policy_evaluation: PolicyEvaluation
  project: Project
  project_group: ProjectGroup
  project_version: ProjectVersion
  property: Property
  published_document: PublishedDocument
  published_sbom: PublishedSbom
  registration: Registration
  registry_login: RegistryLogin
  release_source: ReleaseSource
  report_export: ReportExport
  report_export_piece: ReportExportPiece
  report_pull_requests: ReportPullRequests
  report_schedule: ReportSchedule
  repository_exclusion: RepositoryExclusion
  retention: Retention
  rule_result: RuleResult
  saved_view: SavedView
  scan_content: ScanContent
  scan_image: ScanImage
  scan_row: ScanRow
  scratch_code: ScratchCode
  second_factor: SecondFactor
  server_process: ServerProcess
  session: Session
  shadow_finding: ShadowFinding
  sign_on_provider: SignOnProvider
  slack_lease: SlackLease
  spent_challenge: SpentChallenge
  spent_refresh_token: SpentRefreshToken
  support_end: SupportEnd
  tag: Tag
  tag_threshold: TagThreshold
  team: Team
  team_member: TeamMember
  ticket: Ticket
  trusted_key: TrustedKey
  trusted_root: TrustedRoot
  upgrade_decision: UpgradeDecision
  verified_domain: VerifiedDomain
  version_property: VersionProperty
  vex_document: VexDocument
  vex_statement: VexStatement
  watched_image: WatchedImage
  scan: ScanRow
}
