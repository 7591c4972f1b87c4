/** Builds and uploads, those of other products' clients, and imports from their servers. */
export const intakeActions = {
  builds: {
    title: 'Builds',
    actions: { create: 'Created build', submit: 'Submitted dependencies', start: 'Started build' },
  },
  uploads: {
    title: 'Uploads',
    actions: {
      intoNew: 'Uploaded inventory',
      intoProject: 'Uploaded inventory to project',
      folderIntoNew: 'Uploaded folder',
    },
  },
  imports: {
    title: 'Imports',
    actions: { addVersion: 'Imported inventory', decide: 'Imported decisions about findings' },
  },
  moving: { title: 'Moving', actions: { set: 'Chose what versions of clients are' } },
  dependencyTrack: {
    title: 'Dependency-Track clients',
    actions: {
      putBom: 'Uploaded BOM',
      postBom: 'Uploaded BOM as a form',
      notification: 'Received BOM of a notification',
      putVex: 'Uploaded VEX document',
      postVex: 'Uploaded VEX document as a form',
      createProject: 'Created project version',
      updateProject: 'Changed project version',
      patchProject: 'Changed fields of project version',
      removeProject: 'Deleted project version',
      removeProjects: 'Deleted project versions',
      recordAnalysis: 'Recorded analysis of finding',
      cloneProject: 'Copied project version',
      v2Clone: 'Copied project version (API 2)',
      createProperty: 'Created property of project version',
      updateProperty: 'Changed property of project version',
      removeProperty: 'Deleted property of project version',
      login: 'Logged in as client',
    },
  },
  defectDojo: {
    title: 'DefectDojo clients',
    actions: {
      apiTokenAuth: 'Got token as client',
      importScan: 'Imported report',
      reimportScan: 'Imported report again',
      createProduct: 'Created product',
      createEngagement: 'Created engagement',
      createTest: 'Created test',
    },
  },
}
