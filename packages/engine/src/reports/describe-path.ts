/**
 * The steps of a dependency path as they are shown, 'name@version'. On the wire they are 'name:version', where names of
 * Maven and versions of distributions ('1:2.3') have colons, too.
 */
export const describePath = (path: readonly string[]): string[] =>
  path.map((step) => step.replace(/:(?=(?:\d+:)?[^:]*$)/, '@'))
