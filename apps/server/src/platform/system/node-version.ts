/** The server's files are TypeScript, which older Node.js versions cannot run. */
export const major = Number(process.versions.node.split('.')[0])
