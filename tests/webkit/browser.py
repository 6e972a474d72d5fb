"""The smallest browser around WebKitGTK whose profile survives: browser.py PROFILE [WebDriver's own arguments].

Debian's MiniBrowser forgets everything with its automation session.
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

profile = sys.argv[1]
data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(profile, "data"),
    base_cache_directory=os.path.join(profile, "cache"),
)
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)


def new_view(*_):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    # What pages report as errors is read from here.
    view.get_settings().set_enable_write_console_messages_to_stdout(True)
    window = Gtk.Window(default_width=390, default_height=844)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


def on_automation_started(_, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("Caseload")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", new_view)


context.connect("automation-started", on_automation_started)
Gtk.main()
