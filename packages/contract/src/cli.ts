import { z } from 'zod'
import { binary, endpoints, noContent } from './endpoint.ts'

const Digest = z.string().regex(/^[\da-f]+$/)

/** The command line as this server offers it: one file that runs on Node. */
export const CliRelease = z
  .object({
    version: z.string(),
    /** Its name, 'assay.cjs'. */
    file: z.string(),
    /** Where it is, on this server. */
    url: z.string().startsWith('/'),
    /** In bytes. */
    size: z.int(),
    /** In lowercase hex, as sha256sum prints it. */
    sha256: Digest.length(64),
    sha512: Digest.length(128),
    /** The versions of Node that run it, '>=20'. */
    node: z.string(),
  })
  .meta({ id: 'CliRelease' })
export type CliRelease = z.infer<typeof CliRelease>

const CliUpdate = z
  .object({
    version: z.string(),
    /** The command line is part of the server and is updated with it. */
    isCurrent: z.literal(true),
    /** Where the file is, on this server. */
    download: z.string().startsWith('/'),
  })
  .meta({ id: 'CliUpdate' })

export const cli = endpoints({
  release: {
    method: 'GET',
    path: '/api/v1/cli',
    permission: 'public',
    ignoresLogin: true,
    summary: 'The version and checksums of the command line that this server offers',
    responses: { 200: CliRelease },
    errors: ['notFound'],
  },
  download: {
    method: 'GET',
    path: '/api/v1/cli/assay.cjs',
    permission: 'public',
    ignoresLogin: true,
    summary: 'The command line, one file for Node 20 and later',
    responses: { 200: binary('application/octet-stream') },
  },
  update: {
    method: 'GET',
    path: '/api/v1/cli/update',
    permission: 'member',
    summary: 'Whether the command line that this server offers is current: it always is',
    responses: { 200: CliUpdate },
    errors: ['notFound'],
  },
  startUpdate: {
    method: 'POST',
    path: '/api/v1/cli/update',
    permission: 'configuration.edit',
    audited: false,
    repeatable: 'it changes nothing',
    summary: 'Update the command line that this server offers: nothing to do, as it is part of the server',
    responses: { 200: CliUpdate },
    errors: ['notFound'],
  },
  canary: {
    method: 'GET',
    path: '/latest-client-canary',
    permission: 'public',
    ignoresLogin: true,
    summary: 'The command line under a fixed name; its ETag changes when the file does',
    responses: { 200: binary('application/octet-stream'), 304: noContent },
  },
})
