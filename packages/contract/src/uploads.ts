import { z } from 'zod'
import { endpoints, FilePart, form } from './endpoint.ts'
import { Build } from './builds.ts'
import { optionalNameOf } from './name.ts'
import { ProjectUrl } from './project-url.ts'
import { BranchName, MaybeTeam } from './vocabulary.ts'

const optionalText = z.string().trim().max(1000).optional()

/** Maximum number of files per request. */
export const maxFiles = 1_000

const Target = {
  branch: BranchName,
  teamUuid: MaybeTeam,
  /** 'false' responds as soon as the build is stored, for clients that follow its events. */
  wait: z.enum(['true', 'false']).optional(),
}

const Inventory = {
  /** An SBOM, a lockfile, a manifest, or an archive that contains them: an image of docker save, a zip, a jar. */
  file: FilePart,
  ...Target,
  /**
   * Path of the file in the project, which decides which findings its absence can end. Defaults to the file name if the
   * format depends on it (requirements.txt, go.sum), otherwise to a fixed name.
   */
  path: optionalText,
}

const Folder = {
  /** Inventories and related files such as package.json, each named by its path in the project ('web/yarn.lock'). */
  file: z.union([FilePart, z.array(FilePart).min(1).max(maxFiles)]),
  ...Target,
}

/** The build, with its result if it finishes within a short wait. */
const Accepted = { 200: Build }

export const uploads = endpoints({
  intoNew: {
    method: 'POST',
    path: '/api/v1/uploads/new/sbom-cdx.json',
    permission: 'reports.edit',
    summary: 'Scan an inventory for the project of a url, creating it if necessary',
    body: form({ ...Inventory, url: ProjectUrl, name: optionalNameOf(1000).optional() }),
    errors: ['unreadableDocument'],
    responses: Accepted,
  },
  intoProject: {
    method: 'POST',
    path: '/api/v1/uploads/{projectUuid}/sbom-cdx.json',
    permission: 'reports.edit',
    summary: 'Scan an inventory for a project',
    body: form(Inventory),
    errors: ['unreadableDocument'],
    responses: Accepted,
  },
  folderIntoNew: {
    method: 'POST',
    path: '/api/v1/uploads/new/folder',
    permission: 'reports.edit',
    summary: 'Scan several files as one inventory for the project of a url, creating it if necessary',
    body: form({ ...Folder, url: ProjectUrl, name: optionalNameOf(1000).optional() }),
    errors: ['unreadableDocument', 'pathInvalid', 'pathRepeated'],
    responses: Accepted,
  },
})
