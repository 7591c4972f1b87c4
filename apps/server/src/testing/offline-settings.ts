/** Nothing is read from public services by itself. */
export const offlineSettings = {
  ASSAY_RELEASES: 'false',
  ASSAY_ADVISORY_SOURCE: 'off',
  ASSAY_KEV_URL: 'off',
  ASSAY_EPSS_URL: 'off',
  ASSAY_END_OF_LIFE_URL: 'off',
}
