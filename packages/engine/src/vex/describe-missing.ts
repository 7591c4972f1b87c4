import { documentOfLink, parseBomLink } from '../documents/sbom/bom-link.ts'
import type { VexProduct } from './vex-document.ts'

/** Why a statement about the product applies to nothing, as part of a sentence. isOfProject: its document is for one project. */
export function describeMissing({ id, versions, isRef, name }: VexProduct, isOfProject: boolean): string {
  const link = parseBomLink(id)
  if (link) {
    const what = `the document ${documentOfLink(link)}`
    return link.ref === null
      ? `${what} was not uploaded.`
      : `${what} was not uploaded, or has no component with the reference '${link.ref}'.`
  }
  if (isRef)
    return isOfProject
      ? `the last SBOMs of the project have no component with the reference '${id}'.`
      : `'${id}' is a reference within an SBOM, which needs a project.`
  if (/^pkg:/i.test(id)) {
    const what = versions === null ? id : `${id} (${versions})`
    return isOfProject ? `the project does not contain ${what}.` : `no project contains ${what}.`
  }
  const what = name === undefined || name === id ? `'${id}'` : `'${name}' (${id})`
  return isOfProject ? `the project is not known as ${what}.` : `no project is known as ${what}.`
}
