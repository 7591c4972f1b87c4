import { z } from 'zod'
import { binary, endpoints } from './endpoint.ts'
import { named } from './named.ts'

const Digest = z.string().regex(/^[\da-f]+$/)

/** The CLI served by this server: one file that runs on Node.js. */
export const CliRelease = named('CliRelease', {
  version: z.string(),
  /** The file name, 'assay.cjs'. */
  file: z.string(),
  /** Its path on this server. */
  url: z.string().startsWith('/'),
  /** In bytes. */
  size: z.int(),
  /** In lowercase hex, as printed by sha256sum. */
  sha256: Digest.length(64),
  sha512: Digest.length(128),
  /** The supported Node.js versions, such as '>=20'. */
  node: z.string(),
})
export type CliRelease = z.infer<typeof CliRelease>

const CliUpdate = named('CliUpdate', {
  version: z.string(),
  /** The CLI is part of the server and is updated with it. */
  isCurrent: z.literal(true),
  /** The file's path on this server. */
  download: z.string().startsWith('/'),
})

export const cli = endpoints({
  release: {
    method: 'GET',
    path: '/api/v1/cli',
    permission: 'public',
    ignoresLogin: true,
    summary: 'The version and checksums of the CLI served by this server',
    responses: { 200: CliRelease },
    errors: ['notFound'],
  },
  download: {
    method: 'GET',
    path: '/api/v1/cli/assay.cjs',
    permission: 'public',
    ignoresLogin: true,
    summary: 'Download the CLI, one file for Node.js 20 and later',
    responses: { 200: binary('application/octet-stream') },
  },
  update: {
    method: 'GET',
    path: '/api/v1/cli/update',
    permission: 'member',
    summary: 'Whether the CLI served by this server is current (always)',
    responses: { 200: CliUpdate },
    errors: ['notFound'],
  },
  startUpdate: {
    method: 'POST',
    path: '/api/v1/cli/update',
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'it changes nothing',
    summary: 'Update the CLI served by this server; has no effect, because the CLI is part of the server',
    responses: { 200: CliUpdate },
    errors: ['notFound'],
  },
})
