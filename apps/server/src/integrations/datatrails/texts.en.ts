export const english = {
  name: 'DataTrails (RKVST)',
  summary: 'Publishes the SBOMs of linked branches to a provenance ledger.',
  deliveries: {
    sbomOfScan: 'SBOM of scan {scan}',
    projectGone: 'The project no longer exists',
    sbomUploaded: 'The SBOM is uploaded',
    sbomPublished: 'The SBOM is published',
    sbomWithdrawn: 'The SBOM is withdrawn',
    sbomUncertain: 'An earlier attempt may have uploaded the SBOM; searching for it again',
    sbomUnknown: 'The service does not list the SBOM yet',
    sbomNotPublished: 'The SBOM is not published yet',
    sbomNotWithdrawn: 'The SBOM is not withdrawn yet',
  },
} as const
