/** Checked before the server starts: its files are TypeScript, which older versions of Node.js cannot run. */
export const nodeMajor = Number(process.versions.node.split('.')[0])
