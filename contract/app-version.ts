/** The release that devices and the server report. The same as in `package.json`; a test compares them. */
export const APP_VERSION = '0.4.0';
