/** The names of the staged requests of imports, apart from the services, which are loaded on first use. */
export const SOURCE_IMPORT = 'source_import'
export const ARCHIVE_IMPORT = 'archive_import'
