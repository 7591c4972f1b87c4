/** The server's files are TypeScript, which older Nodes do not run. */
export const major = Number(process.versions.node.split('.')[0])
