import { z } from 'zod'
import { endpoints, FilePart, form } from './endpoint.ts'
import { Build } from './builds.ts'
import { BranchName, ProjectUrl, Uuid } from './vocabulary.ts'

const optionalText = z.string().trim().max(1000).optional()

/** Files of one call. */
export const maxFiles = 1_000

const Target = {
  branch: BranchName,
  teamUuid: z.union([z.literal('').transform(() => undefined), Uuid]).optional(),
  /** 'false' answers as soon as the build is stored, for callers that follow its events. */
  wait: z.enum(['true', 'false']).optional(),
}

const Inventory = {
  /** An SBOM, a lockfile or a manifest. */
  file: FilePart,
  ...Target,
  /**
   * Where the file stands in the project; decides which findings its absence can end. Without it, a file that only its
   * name tells apart (requirements.txt, go.sum) has that name, and any other the name of the call.
   */
  path: optionalText,
}

const Folder = {
  /**
   * Inventories and the files that help to read them, such as a package.json beside its lockfile; each has for its
   * name the path in the project ('web/yarn.lock').
   */
  file: z.union([FilePart, z.array(FilePart).min(1).max(maxFiles)]),
  ...Target,
}

/** The build answers with its result when that is there within a short wait, else to be followed. */
const Accepted = { 200: Build }

export const uploads = endpoints({
  intoNew: {
    method: 'POST',
    path: '/api/v1/uploads/new/sbom-cdx.json',
    permission: 'reports.edit',
    summary: 'Scan an inventory for the project of a url; creates the project if necessary',
    body: form({ ...Inventory, url: ProjectUrl, name: optionalText }),
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
    summary:
      "Scan several files of a project as one inventory, for the project of a url, which is made when it isn't there",
    body: form({ ...Folder, url: ProjectUrl, name: optionalText }),
    errors: ['unreadableDocument', 'pathInvalid', 'pathRepeated'],
    responses: Accepted,
  },
})
