/** The Node that runs this process. On Linux, this works even if its file has been replaced or removed. */
export const NODE = process.platform === 'linux' ? '/proc/self/exe' : process.execPath
