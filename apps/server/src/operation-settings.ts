import { resolve } from 'node:path'
import { z } from 'zod'
import { readS3Address } from '#platform/backup/s3-address.ts'
import { DatabaseUrl, PlainUrl, SigningKey } from './setting-values.ts'

/** Settings of databases, audit events, backups and metrics; config.ts lists all settings. */
export const operationVariables = {
  ASSAY_SIGNING_KEY: SigningKey.optional(),
  ASSAY_TRANSPARENCY: z.stringbool().default(false),
  ASSAY_AUDIT_FILE: z.string().min(1).optional(),
  ASSAY_AUDIT_SYSLOG: z
    .url({
      protocol: /^(?:udp|tcp|tls)$/,
      error: 'must be the URL of a syslog server, such as tls://logs.example.org:6514',
    })
    .optional(),
  ASSAY_AUDIT_WEBHOOK: PlainUrl.optional(),
  ASSAY_AUDIT_WEBHOOK_TOKEN: z.string().max(1024).optional(),
  ASSAY_BACKUP_TO: z
    .string()
    .min(1)
    .refine(
      (text) => (text.includes('://') ? readS3Address(text) !== null : text.startsWith('/')),
      'must be an absolute path, or a bucket such as s3://bucket/folder',
    )
    .optional(),
  ASSAY_BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7),
  ASSAY_BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').max(1024).optional(),
  ASSAY_WAL_ARCHIVE: z
    .string()
    .refine((text) => text.startsWith('/'), 'must be an absolute path')
    .optional(),
  ASSAY_S3_ENDPOINT: PlainUrl.optional(),
  AWS_ACCESS_KEY_ID: z.string().max(1024).optional(),
  AWS_SECRET_ACCESS_KEY: z.string().max(1024).optional(),
  AWS_SESSION_TOKEN: z.string().max(8192).optional(),
  AWS_REGION: z.string().max(100).default('us-east-1'),
  ASSAY_DIRECT_DATABASE_URL: DatabaseUrl.optional(),
  ASSAY_READ_DATABASE_URL: DatabaseUrl.optional(),
  ASSAY_DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).default(0),
  ASSAY_METRICS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  ASSAY_METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').max(1024).optional(),
}

const Values = z.object(operationVariables)
type OperationValues = z.infer<typeof Values>

export interface OperationConfig {
  /** Of the database itself, if databaseUrl is that of a pooler. */
  directDatabaseUrl: string | undefined
  /** Of databases that follow it, for reads. */
  readDatabaseUrl: string | undefined
  /** How long a web process that was asked to stop still answers, so that no balancer sends it requests any more. */
  drainMs: number
  /** Where audit events are sent, besides the log of their account. */
  auditDestinations: AuditDestinations
  /** Ed25519, in PEM; undefined: archives of reports and exports are not signed. */
  signingKey: string | undefined
  /** Whether published versions are served to everyone who has their identifier. */
  isTransparent: boolean
  backup: BackupSettings
  metrics: MetricsSettings
}

export const readOperationConfig = (values: OperationValues): OperationConfig => ({
  signingKey: values.ASSAY_SIGNING_KEY,
  isTransparent: values.ASSAY_TRANSPARENCY,
  directDatabaseUrl: values.ASSAY_DIRECT_DATABASE_URL,
  readDatabaseUrl: values.ASSAY_READ_DATABASE_URL,
  drainMs: values.ASSAY_DRAIN_SECONDS * 1000,
  auditDestinations: readAuditDestinations(values),
  backup: readBackupSettings(values),
  metrics: readMetricsSettings(values),
})

interface AuditDestinations {
  file: string | undefined
  syslog: string | undefined
  webhook: { url: string; token: string | undefined } | undefined
}

function readAuditDestinations(values: OperationValues): AuditDestinations {
  const { ASSAY_AUDIT_FILE: file, ASSAY_AUDIT_WEBHOOK: url, ASSAY_AUDIT_WEBHOOK_TOKEN: token } = values
  return {
    file: file === undefined ? undefined : resolve(file),
    syslog: values.ASSAY_AUDIT_SYSLOG,
    webhook: url === undefined ? undefined : { url, token },
  }
}

interface BackupSettings {
  /** Where to; undefined: only when asked to, and to where. */
  to: string | undefined
  keep: number
  passphrase: string | undefined
  /** Where the embedded database archives its log; undefined: it does not. */
  walArchive: string | undefined
  /** Of object storage. */
  s3: {
    endpoint: string
    accessKeyId: string | undefined
    secretAccessKey: string | undefined
    sessionToken: string | undefined
    region: string
  }
}

function readBackupSettings(values: OperationValues): BackupSettings {
  const { AWS_REGION: region, ASSAY_WAL_ARCHIVE: archive } = values
  return {
    to: values.ASSAY_BACKUP_TO,
    keep: values.ASSAY_BACKUP_KEEP,
    passphrase: values.ASSAY_BACKUP_PASSPHRASE,
    walArchive: archive === undefined ? undefined : resolve(archive),
    s3: {
      endpoint: values.ASSAY_S3_ENDPOINT ?? `https://s3.${region}.amazonaws.com`,
      accessKeyId: values.AWS_ACCESS_KEY_ID,
      secretAccessKey: values.AWS_SECRET_ACCESS_KEY,
      sessionToken: values.AWS_SESSION_TOKEN,
      region,
    },
  }
}

interface MetricsSettings {
  /** A port of their own; undefined for none. */
  port: number | undefined
  /** With it, they are also at /metrics of the main port. */
  token: string | undefined
}

const readMetricsSettings = (values: OperationValues): MetricsSettings => ({
  port: values.ASSAY_METRICS_PORT,
  token: values.ASSAY_METRICS_TOKEN,
})
