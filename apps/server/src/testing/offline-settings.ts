/** Settings that disable all automatic requests to public services. */
export const offlineSettings = {
  ASSAY_RELEASES: 'false',
  ASSAY_ADVISORY_SOURCE: 'off',
  ASSAY_KEV_URL: 'off',
  ASSAY_EU_KEV_URL: 'off',
  ASSAY_EPSS_URL: 'off',
  ASSAY_END_OF_LIFE_URL: 'off',
}
